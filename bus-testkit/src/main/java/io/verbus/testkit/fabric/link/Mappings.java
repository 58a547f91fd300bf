package io.verbus.testkit.fabric.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.DirectBuffer;

/** Checks whether off-heap memory is still mapped: a read of unmapped memory ends the JVM. */
final class Mappings {
    private static final Path MAPS = Path.of("/proc/self/maps");

    private Mappings() {
    }

    static boolean has(final DirectBuffer buffer) {
        if (buffer.byteArray() != null) {
            return true;
        }
        final long address = buffer.addressOffset();
        long reached = address;
        try {
            for (final String line : Files.readAllLines(MAPS)) {
                final int dash = line.indexOf('-');
                final long from = Long.parseUnsignedLong(line, 0, dash, 16);
                final long to = Long.parseUnsignedLong(line, dash + 1, line.indexOf(' '), 16);
                if (from <= reached && reached < to) {
                    reached = to;
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return reached >= address + buffer.capacity();
    }
}
