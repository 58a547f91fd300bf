package io.verbus.rdma.verbs;

import io.verbus.BusException;

/**
 * An opened RDMA device: one object for all connections of this process that go over it, so what belongs to a device,
 * such as the log's registration, can be shared by identity. Thread-safe.
 */
public final class Device {
    /**
     * What a device tells unasked.
     *
     * @param text half a sentence for people
     * @param fatal whether what it happened to is of no use any more
     * @param queuePair number of the queue pair that it happened to, 0 if it is not about one
     * @param port that it happened to, 0 if it is not about one
     */
    public record Event(String text, boolean fatal, int queuePair, int port) {
    }

    Device() {
    }

    /** {@return such as {@code mlx5_0}} */
    public String name() {
        throw new UnsupportedOperationException();
    }

    /** {@return whether a driver does its work on the host's processors: then a post works for long inside the call} */
    public boolean software() {
        throw new UnsupportedOperationException();
    }

    /** {@return how many entries a completion queue of it may have} */
    public int maxCompletions() {
        throw new UnsupportedOperationException();
    }

    /** {@return how many READs of its peer one queue pair answers at a time} */
    public int maxReads() {
        throw new UnsupportedOperationException();
    }

    /**
     * A new protection domain: keys of one are of no use in another.
     *
     * @return the domain, closed by the caller
     * @throws BusException if the device has none left
     */
    public ProtectionDomain createProtectionDomain() {
        throw new UnsupportedOperationException();
    }

    /**
     * A new completion queue.
     *
     * @param entries to hold at least, above 0
     * @param batch how many a poll takes at most, 1 to 1024
     * @return the completion queue, closed by the caller
     * @throws BusException if that is more than the device has
     */
    public CompletionQueue createCompletionQueue(final int entries, final int batch) {
        throw new UnsupportedOperationException();
    }

    /**
     * What the device has to tell. Never waits; a system call.
     *
     * @return the next event; null if there is none
     */
    public Event pollEvent() {
        throw new UnsupportedOperationException();
    }
}
