package io.verbus.rdma.verbs;

/**
 * Where finished work shows up. {@link #poll()} and what it found belong to one thread at a time; no allocation, and no
 * system call.
 */
public final class CompletionQueue implements AutoCloseable {
    CompletionQueue() {
    }

    /** {@return its device} */
    public Device device() {
        throw new UnsupportedOperationException();
    }

    /** {@return how many entries it holds: what was asked, or more} */
    public int capacity() {
        throw new UnsupportedOperationException();
    }

    /**
     * Takes what is finished, oldest first; overwrites what the last call found.
     *
     * @return how many, at most the batch; or negative: an errno, see {@link Status#error}
     */
    public int poll() {
        throw new UnsupportedOperationException();
    }

    /**
     * Whose completion it is.
     *
     * @param index from 0, below what {@link #poll()} returned
     * @return the id of the request or receive
     */
    public long id(final int index) {
        throw new UnsupportedOperationException();
    }

    /**
     * How it ended. If not {@link Status#SUCCESS}, only this, {@link #id} and {@link #queuePair} mean anything.
     *
     * @param index from 0, below what {@link #poll()} returned
     * @return see {@link Status}
     */
    public int status(final int index) {
        throw new UnsupportedOperationException();
    }

    /**
     * What it was.
     *
     * @param index from 0, below what {@link #poll()} returned
     * @return whether something arrived; else a request of our own is finished
     */
    public boolean received(final int index) {
        throw new UnsupportedOperationException();
    }

    /**
     * Whether it has an immediate.
     *
     * @param index from 0, below what {@link #poll()} returned
     * @return whether {@link #immediate} means anything
     */
    public boolean hasImmediate(final int index) {
        throw new UnsupportedOperationException();
    }

    /**
     * The immediate.
     *
     * @param index from 0, below what {@link #poll()} returned
     * @return as the peer gave it, all 32 bits
     */
    public int immediate(final int index) {
        throw new UnsupportedOperationException();
    }

    /**
     * How much arrived.
     *
     * @param index from 0, below what {@link #poll()} returned
     * @return bytes that the peer wrote or sent, as the device tells
     */
    public int byteLength(final int index) {
        throw new UnsupportedOperationException();
    }

    /**
     * Where.
     *
     * @param index from 0, below what {@link #poll()} returned
     * @return number of the queue pair
     */
    public int queuePair(final int index) {
        throw new UnsupportedOperationException();
    }

    /** Closes it; its queue pairs have to be closed before. Idempotent. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
