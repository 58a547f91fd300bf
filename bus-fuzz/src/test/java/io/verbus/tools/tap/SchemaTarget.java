package io.verbus.tools.tap;

import io.verbus.BusException;
import io.verbus.fuzz.Checks;
import io.verbus.fuzz.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An arbitrary schema. It is refused with a reason in one line, or decodes a message of zeros into one or a reason.
 *
 * <p>Input: the XML.
 */
public final class SchemaTarget implements Target {
    private static final String SCHEMA = """
            <?xml version="1.0" encoding="UTF-8"?>%s
            <messageSchema package="a" id="0" version="0"><types>
            <composite name="messageHeader"><type name="blockLength" primitiveType="uint16"/>
            <type name="templateId" primitiveType="uint16"/><type name="schemaId" primitiveType="uint16"/>
            <type name="version" primitiveType="uint16"/></composite>
            <enum name="Unit" encodingType="uint8"><validValue name="NANO">9</validValue>%s</enum>
            <composite name="Time"><type name="time" primitiveType="uint64"/>
            <type name="unit" primitiveType="uint8" presence="constant" valueRef="Unit.%s"/></composite></types>
            <message name="M" id="0"><field name="time" id="1" type="Time"/><field name="unit" id="%s" type="Unit"/>
            </message></messageSchema>
            """;

    private final Path file;
    private final UnsafeBuffer zeros = new UnsafeBuffer(new byte[64]);

    public SchemaTarget(final Path scratch) {
        file = scratch.resolve("schema.xml");
    }

    @Override
    public void run(final byte[] bytes) {
        try {
            Files.write(file, bytes);
            new MessageDecoder(List.of(SchemaFile.read(file))).appendText(zeros, 0, zeros.capacity(),
                    new StringBuilder());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final BusException e) {
            Checks.checkMessage(e);
        }
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(schema("", "", "NANO", "2"), schema("<!DOCTYPE xml>", "", "NANO", "2"),
                schema("<!DOCTYPE s SYSTEM 'absent.dtd'>", "", "NANO", "2"),
                schema("<!DOCTYPE s [<!ENTITY a 'NANO'>]>", "", "&a;", "2"),
                schema("", "<validValue name='NULL'>255</validValue>", "NULL", "2"), schema("", "", "ABSENT", "2"),
                schema("", "<validValue name='EMPTY'/>", "NANO", "2"), schema("<!-- \u00e9 -->", "", "NANO", "1"),
                "<Model/>".getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] schema(final String doctype, final String code, final String reference, final String id) {
        return SCHEMA.formatted(doctype, code, reference, id).getBytes(StandardCharsets.ISO_8859_1);
    }
}
