package io.verbus.internal.log;

/**
 * The start of a frame.
 *
 * @param position of its first byte
 * @param sequence of its message; for padding, of the next message
 */
public record Boundary(long position, long sequence) {
    /** The first frame of a session. */
    public static final Boundary START = new Boundary(0, 0);
}
