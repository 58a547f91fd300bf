package io.verbus.system.house;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The loops of claim and poll are small enough for the JIT compiler to inline them into their callers. */
class HotMethodsTest {
    /** Bytecodes, the default of {@code -XX:FreqInlineSize}. */
    private static final int LIMIT = 325;

    @ParameterizedTest
    @CsvSource({"image.FrameReader, poll", "image.FrameReader, read", "image.FrameReader, take",
            "image.GatingReader, poll", "image.ArrivalReader, poll", "image.InPlaceReader, deliver",
            "image.CopyingReader, poll", "image.CopyingReader, deliver", "log.LogWriter, claim",
            "log.LogWriter, commit"})
    void methodFitsTheInliningLimit(final String type, final String method) throws IOException {
        try (InputStream in = ClassLoader
                .getSystemResourceAsStream("io/verbus/internal/" + type.replace('.', '/') + ".class")) {
            final int[] lengths = ClassFile.of().parse(in.readAllBytes()).methods().stream()
                    .filter(one -> one.methodName().equalsString(method))
                    .mapToInt(one -> ((CodeAttribute) one.code().orElseThrow()).codeLength()).toArray();
            assertTrue(lengths.length > 0, "no such method");
            for (final int length : lengths) {
                assertTrue(length <= LIMIT, length + " bytecodes");
            }
        }
    }
}
