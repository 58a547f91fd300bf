package io.verbus.rdma.address;

import io.verbus.BusException;
import io.verbus.os.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** What both sides have to know. It is never written anywhere, nor sent. */
public final class Secret {
    /** The fewest bytes that nobody guesses, if they are random. */
    public static final int MIN_LENGTH = 16;
    private static final int MAX_LENGTH = 4096;
    private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.complementOf(
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE,
                    PosixFilePermission.OWNER_EXECUTE));

    private final SecretKey key;

    private Secret(final byte[] bytes) {
        this.key = new SecretKeySpec(bytes, "HmacSHA256");
    }

    /**
     * Reads it from a file that only its owner may touch.
     *
     * @param file with at least {@link #MIN_LENGTH} bytes; white space at its end does not count
     * @return the secret
     * @throws BusException if the file can't be read, is too short or too long, or is open to others
     */
    public static Secret read(final Path file) {
        try {
            if (!Collections.disjoint(Files.getPosixFilePermissions(file), OF_OTHERS)) {
                throw new BusException("the secret in " + file + " is open to others: chmod 600 " + file);
            }
            if (Files.size(file) > MAX_LENGTH) {
                throw new BusException("the secret in " + file + " is longer than " + MAX_LENGTH + " bytes: is it the"
                        + " right file?");
            }
            final byte[] bytes = Files.readAllBytes(file);
            int length = bytes.length;
            while (length > 0 && Character.isWhitespace(bytes[length - 1])) {
                length--;
            }
            return of(Arrays.copyOf(bytes, length), file.toString());
        } catch (final IOException e) {
            throw new BusException("cannot read the secret in " + file + ": " + Reason.of(e), e);
        }
    }

    /**
     * From bytes.
     *
     * @param bytes at least {@link #MIN_LENGTH}
     * @param where they are from, for the sentence
     * @return the secret
     * @throws BusException if there are too few
     */
    public static Secret of(final byte[] bytes, final String where) {
        if (bytes.length < MIN_LENGTH) {
            throw new BusException("the secret in " + where + " has " + bytes.length + " bytes, it needs " + MIN_LENGTH
                    + " at least: head -c 32 /dev/urandom | base64 > FILE makes one");
        }
        return new Secret(bytes);
    }

    /** {@return it, as a key for HMAC-SHA256} */
    public SecretKey key() {
        return key;
    }
}
