package io.verbus.testkit.fabric.link;

/** What an end of a connection has asked its device to do. */
sealed interface Work {
    /**
     * Bytes of the log, to the same offsets of the image.
     *
     * @param from position of the first
     * @param to position behind the last, before the ring's end
     * @param bytes as they were when it was asked, and have to be until it is finished
     * @param told whether the subscriber hears of it
     */
    record Write(long from, long to, byte[] bytes, boolean told) implements Work {}

    /**
     * Says that bytes are left out.
     *
     * @param to where to go on
     * @param sequence of the frame there
     */
    record Jump(long to, long sequence) implements Work {}

    /**
     * Some of the peer's control words.
     *
     * @param indexes of them
     * @param values for them
     */
    record Words(int[] indexes, long[] values) implements Work {}

    /**
     * Bytes of the publisher's log file, to the same place of the subscriber's memory for it. They come a few at a
     * time, while the publisher goes on.
     *
     * @param offset of the first
     * @param length how many
     */
    record Read(int offset, int length) implements Work {}
}
