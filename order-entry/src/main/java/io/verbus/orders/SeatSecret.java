package io.verbus.orders;

import io.verbus.BusException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secret of a seat, which its trader and the gateway share. It is never written or sent. Thread-safe. */
public final class SeatSecret {
    /** Minimum length in bytes: random bytes of this length cannot be guessed. */
    public static final int MIN_LENGTH = 16;
    private static final String ALGORITHM = "HmacSHA256";

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
                    + ": create one by head -c 32 /dev/urandom | base64 > FILE");
        }
        return new SeatSecret(bytes);
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
