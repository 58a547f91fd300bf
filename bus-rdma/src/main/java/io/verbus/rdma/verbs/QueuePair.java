package io.verbus.rdma.verbs;

import io.verbus.BusException;

/**
 * One end of a reliable connection. Posting is allocation-free, by one thread at a time for requests and one for
 * receives. What a post returns is 0, or a negative errno (see {@link Status#error}), after which the connection is of no
 * use.
 */
public final class QueuePair implements AutoCloseable {
    /**
     * What a queue pair is made of.
     *
     * @param sends completion queue of our requests
     * @param receives completion queue of what arrives
     * @param maxSends requests under way
     * @param maxReceives receives posted
     * @param inline bytes that a request shall be able to carry in itself; the device may give less, down to 0
     */
    public record Plan(CompletionQueue sends, CompletionQueue receives, int maxSends, int maxReceives, int inline) {
    }

    QueuePair() {
    }

    /** {@return its number on this device} */
    public int number() {
        throw new UnsupportedOperationException();
    }

    /** {@return how many bytes a request can carry in itself} */
    public int inlineLimit() {
        throw new UnsupportedOperationException();
    }

    /** {@return how many requests may be under way: what was asked, or more} */
    public int maxSends() {
        throw new UnsupportedOperationException();
    }

    /** {@return how many receives may be posted: what was asked, or more} */
    public int maxReceives() {
        throw new UnsupportedOperationException();
    }

    /**
     * Posts a chain of requests, with one doorbell.
     *
     * @param requests that hold it
     * @param first index of its first
     * @param count of them, 1 to {@link WorkRequests#MAX_CHAIN}
     * @return 0, or negative
     */
    public int post(final WorkRequests requests, final int first, final int count) {
        throw new UnsupportedOperationException();
    }

    /**
     * Posts receives without memory, for writes with an immediate.
     *
     * @param firstId id of the first
     * @param step from one id to the next; 0 for the same
     * @param count above 0
     * @return 0, or negative
     */
    public int postReceives(final long firstId, final long step, final int count) {
        throw new UnsupportedOperationException();
    }

    /**
     * Posts a receive with memory, for a SEND.
     *
     * @param id of it
     * @param address of registered memory
     * @param length in bytes
     * @param key local key of the registration
     * @return 0, or negative
     */
    public int postReceive(final long id, final long address, final int length, final int key) {
        throw new UnsupportedOperationException();
    }

    /**
     * How long the peer waits, when it found no receive posted, before it tries again. Once connected.
     *
     * @param code of the InfiniBand specification, 1 (0.01 ms) to 31 (491.52 ms), or 0 (655.36 ms); 12 is 0.64 ms
     * @throws BusException if it is refused
     */
    public void receiverNotReadyTimer(final int code) {
        throw new UnsupportedOperationException();
    }

    /**
     * Ends all work: what comes late lands nowhere, and what is under way completes as flushed. From any thread, any
     * number of times; nothing once it is closed.
     */
    public void toError() {
        throw new UnsupportedOperationException();
    }

    /** {@return its state in words, for people: {@code ready to send}, {@code error}} */
    public String state() {
        throw new UnsupportedOperationException();
    }

    /** {@return bytes of payload in a packet, agreed when connecting} */
    public int pathMtu() {
        throw new UnsupportedOperationException();
    }

    /** Destroys it. Its completions may still be in the completion queue. Idempotent. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
