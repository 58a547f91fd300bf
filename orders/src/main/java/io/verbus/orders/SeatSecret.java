package io.verbus.orders;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secret of a seat, which its trader and the gateway share. It is never written or sent. Thread-safe. */
public final class SeatSecret {
    /** Minimum length in bytes: random bytes of this length cannot be guessed. */
    public static final int MIN_LENGTH = 16;
    private static final String ALGORITHM = "HmacSHA256";
    private static final Set<PosixFilePermission> OTHERS = EnumSet.complementOf(
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE,
                    PosixFilePermission.OWNER_EXECUTE));

    private final SecretKeySpec key;

    private SeatSecret(final byte[] bytes) {
        key = new SecretKeySpec(bytes, ALGORITHM);
    }

    /**
     * From bytes.
     *
     * @param bytes at least {@link #MIN_LENGTH}; copied
     * @return the secret
     * @throws BusException if there are too few bytes
     */
    public static SeatSecret of(final byte[] bytes) {
        if (bytes.length < MIN_LENGTH) {
            throw new BusException("secret of a seat has " + bytes.length + " bytes, expected at least " + MIN_LENGTH
                    + ": create one by (umask 77; head -c 32 /dev/urandom | base64 > FILE)");
        }
        return new SeatSecret(bytes);
    }

    /**
     * From a file that only its owner may access. Line feeds at its end do not belong to the secret.
     *
     * @param file with at least {@link #MIN_LENGTH} bytes
     * @return the secret
     * @throws BusException if it cannot be read, is accessible to others, or has too few bytes
     */
    public static SeatSecret read(final Path file) {
        final byte[] bytes;
        try {
            if (!Collections.disjoint(Files.getPosixFilePermissions(file), OTHERS)) {
                throw new BusException("secret file " + file + " is accessible to others: chmod 600 " + file);
            }
            bytes = Files.readAllBytes(file);
        } catch (final NoSuchFileException e) {
            throw new BusException("there is no secret file " + file
                    + ": create one by (umask 77; head -c 32 /dev/urandom | base64 > " + file + ")", e);
        } catch (final IOException e) {
            throw new BusException("secret file " + file + " cannot be read: " + reason(e), e);
        }
        int length = bytes.length;
        while (length > 0 && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r')) {
            length--;
        }
        if (length < MIN_LENGTH) {
            throw new BusException("secret file " + file + " has " + length + " bytes, expected at least " + MIN_LENGTH
                    + ": create one by (umask 77; head -c 32 /dev/urandom | base64 > " + file + ")");
        }
        return of(Arrays.copyOf(bytes, length));
    }

    private static String reason(final Throwable thrown) {
        return thrown instanceof AccessDeniedException ? "no permission" : thrown.getMessage();
    }

    /** The HMAC-SHA256 of some bytes. Allocates. */
    byte[] mac(final byte[] bytes) {
        try {
            final Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(bytes);
        } catch (final GeneralSecurityException e) {
            throw new BusException("cannot compute " + ALGORITHM, e);
        }
    }

    /** Compares in constant time, so that the duration does not reveal the proof. */
    static boolean areEqual(final byte[] one, final byte[] other) {
        return MessageDigest.isEqual(one, other);
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof final SeatSecret secret && key.equals(secret.key);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(mac(new byte[0]));
    }

    @Override
    public String toString() {
        return "secret";
    }
}
