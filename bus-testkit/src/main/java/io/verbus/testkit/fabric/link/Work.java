package io.verbus.testkit.fabric.link;

/** A request of a link end to its device. */
sealed interface Work {
    /**
     * Bytes of the log, to the same offsets of the image.
     *
     * @param from position of the first
     * @param to position after the last, before the ring's end
     * @param bytes at the time of the request; the log must not change them until it is finished
     * @param notified whether the subscriber is notified
     */
    record Write(long from, long to, byte[] bytes, boolean notified) implements Work {}

    /**
     * Announces that bytes are skipped.
     *
     * @param to position at which to continue
     * @param sequence of the frame there
     */
    record JumpNotice(long to, long sequence) implements Work {}

    /**
     * Some of the peer's control words.
     *
     * @param indexes of the words
     * @param values for the words
     */
    record Words(int[] indexes, long[] values) implements Work {}

    /**
     * Bytes of the publisher's log file, to the same offset of the subscriber's copy. They arrive in pieces, while the
     * publisher continues.
     *
     * @param offset of the first
     * @param length in bytes
     */
    record Read(int offset, int length) implements Work {}
}
