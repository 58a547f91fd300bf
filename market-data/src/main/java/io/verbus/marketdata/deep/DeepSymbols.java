package io.verbus.marketdata.deep;

import io.verbus.marketdata.book.Books;
import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;

/**
 * Dense indexes of symbols, from 1 in the order of their first appearance, and the states of their instruments.
 * Symbols beyond the range of the books share the first index outside of it, which the books refuse and count: a
 * hostile source cannot use up the memory. For one thread; allocates nothing once it has reached its size.
 */
final class DeepSymbols {
    private static final int NONE = 0;
    private static final int INITIAL = 1 << 14;
    private static final byte INSIDE_EVENT = 1;
    private static final byte HALTED_HERE = 2;

    /** By the eight bytes of a symbol. */
    private final Long2LongHashMap indexes = new Long2LongHashMap(2 * INITIAL, 0.65f, NONE);
    private byte[] states = new byte[INITIAL];
    private byte[] tradingStates = new byte[INITIAL];
    private boolean isNew;

    /** The index of a symbol, which is assigned if it is new. */
    int index(final long symbol) {
        final int known = (int) indexes.get(symbol);
        isNew = known == NONE;
        return isNew ? assign(symbol) : known;
    }

    /** Whether the symbol of the last call was new. */
    boolean isNew() {
        return isNew;
    }

    private int assign(final long symbol) {
        final int index = indexes.size() + 1;
        if (index >= Books.MAX_INSTRUMENTS) {
            isNew = false;
            return Books.MAX_INSTRUMENTS;
        }
        indexes.put(symbol, index);
        if (index >= states.length) {
            states = Arrays.copyOf(states, 2 * states.length);
            tradingStates = Arrays.copyOf(tradingStates, 2 * tradingStates.length);
        }
        return index;
    }

    void setInsideEvent(final int index, final boolean isInside) {
        set(index, INSIDE_EVENT, isInside);
    }

    boolean isInsideEvent(final int index) {
        return index < Books.MAX_INSTRUMENTS && (states[index] & INSIDE_EVENT) != 0;
    }

    void setHaltedHere(final int index, final boolean isHalted) {
        set(index, HALTED_HERE, isHalted);
    }

    boolean isHaltedHere(final int index) {
        return index < Books.MAX_INSTRUMENTS && (states[index] & HALTED_HERE) != 0;
    }

    private void set(final int index, final byte state, final boolean isSet) {
        if (index < Books.MAX_INSTRUMENTS) {
            states[index] = (byte) (isSet ? states[index] | state : states[index] & ~state);
        }
    }

    /** Sets the state on all markets, a code of the normalised form. */
    void setTradingState(final int index, final byte state) {
        if (index < Books.MAX_INSTRUMENTS) {
            tradingStates[index] = state;
        }
    }

    /** The state on all markets; 0 before the first one. */
    byte tradingState(final int index) {
        return index < Books.MAX_INSTRUMENTS ? tradingStates[index] : 0;
    }

    /** No instrument is inside an event, and no halt is known. The indexes stay. */
    void forgetStates() {
        Arrays.fill(states, (byte) 0);
        Arrays.fill(tradingStates, (byte) 0);
    }
}
