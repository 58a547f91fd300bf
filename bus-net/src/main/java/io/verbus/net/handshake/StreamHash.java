package io.verbus.net.handshake;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;

/** Hash of a stream name, for places that are too short for a name. */
public final class StreamHash {
    private StreamHash() {
    }

    /**
     * Hashes a name.
     *
     * @param name of a stream
     * @return 64 bits of its SHA-256
     */
    public static long of(final String name) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8)))
                    .getLong();
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
