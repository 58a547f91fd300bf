package io.verbus.recovery;

import io.verbus.BusException;
import io.verbus.recovery.range.RangeAnswer;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Puts a message together that comes in parts: each where the one before ends. Its memory grows to the longest message
 * that came so, 16 MiB at most, and is kept as long as the range is fetched.
 */
final class Parts {
    private final ExpandableArrayBuffer memory = new ExpandableArrayBuffer();
    private long sequence;
    private int length;
    private int have;

    /** Adds a part, but not one that is added already; true when the message is whole. */
    boolean add(final DirectBuffer buffer, final int offset, final int partLength, final RangeAnswer message) {
        if (message.part() == 0 && have == 0) {
            sequence = message.sequence();
            length = message.length();
        }
        if (isWhole()) { // its last part was not taken, and comes again
            return true;
        }
        if (message.part() != have || message.sequence() != sequence || message.length() != length) {
            throw new BusException("its message " + message.sequence() + " has a part at " + message.part()
                    + " where " + have + " bytes of message " + sequence + " are there");
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
