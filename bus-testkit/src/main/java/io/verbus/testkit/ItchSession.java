package io.verbus.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Builds small sessions, message by message, with framing. */
public final class ItchSession {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Adds an order delete: 19 bytes, identified by its time and reference. */
    public ItchSession delete(final long sinceMidnightNs, final long reference) {
        return raw(ByteBuffer.allocate(19).put((byte) 'D').putShort((short) 1)
                .putLong(sinceMidnightNs).putLong(reference).array());
    }

    /** Adds a message of arbitrary bytes. */
    public ItchSession raw(final byte... message) {
        bytes.writeBytes(new byte[]{(byte) (message.length >> 8), (byte) message.length});
        bytes.writeBytes(message);
        return this;
    }

    /** Adds the start of an incomplete message. */
    public ItchSession cutOff() {
        bytes.writeBytes(new byte[]{0, 36, 'A', 0});
        return this;
    }

    public Path write(final Path file) throws IOException {
        return Files.write(file, bytes.toByteArray());
    }
}
