package io.verbus.internal.config;

import io.verbus.internal.os.OsErrors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The text of a configuration file. */
final class ConfigurationText {
    private static final int MAX_BYTES = 1 << 20;

    private ConfigurationText() {
    }

    /** Reads a file; a pipe is a file too. */
    static String of(final Path file, final Mistakes mistakes) {
        final byte[] bytes = bytes(file, mistakes);
        if (bytes.length > MAX_BYTES) {
            mistakes.add(0, "it is longer than 1 MiB: is it the right file?");
            mistakes.refuse();
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (final CharacterCodingException e) {
            mistakes.add(lineOfFirstInvalidByte(bytes), "it is not UTF-8 text: save the file as UTF-8");
            mistakes.refuse();
            throw new AssertionError(e);
        }
    }

    private static byte[] bytes(final Path file, final Mistakes mistakes) {
        if (!Files.exists(file)) {
            mistakes.add(0, "there is no such file: correct --config or VERBUS_CONFIG");
        } else if (Files.isDirectory(file)) {
            mistakes.add(0, "it is a directory: name a file in it");
        }
        mistakes.refuse();
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(MAX_BYTES + 1);
        } catch (final AccessDeniedException e) {
            mistakes.add(0, "no permission to read it: chmod u+r " + file + ", or run as its owner");
        } catch (final IOException e) {
            mistakes.add(0, "it cannot be read: " + OsErrors.of(e));
        }
        mistakes.refuse();
        throw new AssertionError("a mistake was added");
    }

    private static int lineOfFirstInvalidByte(final byte[] bytes) {
        final ByteBuffer in = ByteBuffer.wrap(bytes);
        final var decoder = StandardCharsets.UTF_8.newDecoder();
        decoder.decode(in, java.nio.CharBuffer.allocate(bytes.length), true);
        int line = 1;
        for (int i = 0; i < in.position(); i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        return line;
    }
}
