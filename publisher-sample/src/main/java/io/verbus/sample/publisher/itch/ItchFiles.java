package io.verbus.sample.publisher.itch;

import io.verbus.BusException;
import io.verbus.sample.publisher.source.FramedFile;
import java.nio.file.Path;

/** Checks that a file contains ITCH 5.0 messages, so that other files are not published by mistake. */
public final class ItchFiles {
    private static final int SHORTEST = 12;
    private static final int LONGEST = 50;

    private ItchFiles() {
    }

    /**
     * Checks the first message of a file.
     *
     * @param path path of the file, raw or gzip
     * @throws BusException if there is no such file, or it does not start with a framed ITCH 5.0 message
     */
    public static void requireItch(final Path path) {
        final byte[] head;
        try (FramedFile file = FramedFile.open(path)) {
            head = file.head();
        }
        if (head.length < 3) {
            throw notItch(path, "it has " + head.length + " bytes");
        }
        final int length = (head[0] & 0xFF) << 8 | head[1] & 0xFF;
        final int expected = ItchType.length(head[2]);
        if (expected == ItchType.UNKNOWN ? length < SHORTEST || length > LONGEST : length != expected) {
            throw notItch(path,
                    "the first message would be of type " + ItchType.shown(head[2]) + " and " + length + " bytes long");
        }
    }

    private static BusException notItch(final Path path, final String why) {
        return new BusException(path + " is not a file of ITCH 5.0 messages with 2-byte lengths: " + why);
    }
}
