package io.verbus.testkit.transport;

import org.agrona.MutableDirectBuffer;

/**
 * Eight bytes that a peer can write, regardless of the protocol.
 *
 * @param memory that both map
 * @param offset of the first byte
 * @param file that contains them
 */
public record PeerWord(MutableDirectBuffer memory, int offset, String file) {
    public long get() {
        return memory.getLong(offset);
    }

    public void put(final long value) {
        memory.putLong(offset, value);
    }

    @Override
    public String toString() {
        return "word at " + offset + " of " + file;
    }
}
