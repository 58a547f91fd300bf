package io.verbus.orders;

/** A source of nonces: a secure random generator, or that of a simulation. */
@FunctionalInterface
public interface NonceSource {
    /** Length of a nonce in bytes. */
    int LENGTH = 16;

    /**
     * Fills a nonce with random bytes that were never used before.
     *
     * @param nonce of {@link #LENGTH} bytes
     */
    void fill(byte[] nonce);
}
