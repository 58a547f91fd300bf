package io.verbus.internal.recovery;

import io.verbus.BusException;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Joins the parts of a message, which arrive in order. Its memory grows to the longest such message, at most 16 MiB,
 * and is kept as long as the range is fetched.
 */
final class MessageParts {
    private final ExpandableArrayBuffer memory = new ExpandableArrayBuffer();
    private long sequence;
    private int length;
    private int have;

    /** Adds a part, unless it was added already; returns true when the message is whole. */
    boolean add(final DirectBuffer buffer, final int offset, final int partLength, final RangeResponse message) {
        if (message.part() == 0 && have == 0) {
            sequence = message.sequence();
            length = message.length();
        }
        if (isWhole()) { // its last part was not taken, and is delivered again
            return true;
        }
        if (message.part() != have || message.sequence() != sequence || message.length() != length) {
            throw new BusException("part of message " + message.sequence() + " at " + message.part()
                    + ", expected message " + sequence + " at " + have);
        }
        memory.putBytes(have, buffer, offset, partLength);
        have += partLength;
        return isWhole();
    }

    DirectBuffer buffer() {
        return memory;
    }

    boolean isUnderWay() {
        return have > 0;
    }

    void clear() {
        have = 0;
    }

    private boolean isWhole() {
        return have > 0 && have == length;
    }
}
