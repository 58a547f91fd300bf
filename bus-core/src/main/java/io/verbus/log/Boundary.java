package io.verbus.log;

/**
 * Where a frame begins.
 *
 * @param position of its first byte
 * @param sequence of its message, or of the next message when it is padding
 */
public record Boundary(long position, long sequence) {}
