package io.verbus.net.handshake;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Memory of a peer that this side may access.
 *
 * @param address of its first byte, in the peer's address space; the peer's device rejects accesses outside it
 * @param key of its registration
 */
public record RemoteMemory(long address, int key) {
    /** No memory granted. */
    public static final RemoteMemory NONE = new RemoteMemory(0, 0);

    /** {@return whether memory is granted} */
    public boolean isGiven() {
        return address != 0;
    }

    void encode(final MutableDirectBuffer target, final int addressOffset, final int keyOffset) {
        target.putLong(addressOffset, address);
        target.putInt(keyOffset, key);
    }

    static RemoteMemory decode(final DirectBuffer source, final int addressOffset, final int keyOffset) {
        return new RemoteMemory(source.getLong(addressOffset), source.getInt(keyOffset));
    }
}
