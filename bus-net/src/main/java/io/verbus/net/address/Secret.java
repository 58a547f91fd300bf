package io.verbus.net.address;

import io.verbus.BusException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The secret shared by both sides. It is never written or sent. */
public final class Secret {
    /** Minimum length in bytes: random bytes of this length cannot be guessed. */
    public static final int MIN_LENGTH = 16;

    private final SecretKey key;

    private Secret(final byte[] bytes) {
        this.key = new SecretKeySpec(bytes, "HmacSHA256");
    }

    /**
     * Reads the secret from a file that only its owner may access.
     *
     * @param file with at least {@link #MIN_LENGTH} bytes; trailing white space is ignored
     * @return the secret
     * @throws BusException if the file can't be read, is too short or too long, or is accessible to others
     */
    public static Secret read(final Path file) {
        if (Files.notExists(file)) {
            throw new BusException("there is no secret file " + file + ": create one by (umask 77; head -c 32"
                    + " /dev/urandom | base64 > " + file + "), and copy it to the other side");
        }
        final byte[] bytes = PrivateFile.read("secret file", file);
        int length = bytes.length;
        while (length > 0 && Character.isWhitespace(bytes[length - 1])) {
            length--;
        }
        return of(Arrays.copyOf(bytes, length), file.toString());
    }

    /**
     * From bytes.
     *
     * @param bytes at least {@link #MIN_LENGTH}
     * @param where their origin, for the error message
     * @return the secret
     * @throws BusException if there are too few bytes
     */
    public static Secret of(final byte[] bytes, final String where) {
        if (bytes.length < MIN_LENGTH) {
            throw new BusException(
                    "secret in " + where + " has " + bytes.length + " bytes, expected at least " + MIN_LENGTH
                            + ": create one by head -c 32 /dev/urandom | base64 > FILE");
        }
        return new Secret(bytes);
    }

    /** {@return the secret as a key for HMAC-SHA256} */
    public SecretKey key() {
        return key;
    }
}
