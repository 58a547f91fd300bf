package io.verbus.marketdata.book;

/**
 * Counts of messages that did not fit the books. All are 0 on a correct stream read from its start whose source has
 * lost nothing. They do not depend on whether a book is suspect, except for {@link #duplicateReference}.
 */
public final class Refusals {
    long unknownReference;
    long duplicateReference;
    long moreThanResting;
    long outOfRange;
    long bookFull;

    Refusals() {
    }

    /** {@return all of them; 0 if the books contain what their messages state} */
    public long all() {
        return unknownReference + duplicateReference + moreThanResting + outOfRange + bookFull;
    }

    /** {@return messages about an order that is not live; ignored} */
    public long unknownReference() {
        return unknownReference;
    }

    /** {@return new orders with the reference of a live order of a sound book; ignored} */
    public long duplicateReference() {
        return duplicateReference;
    }

    /** {@return executions and reductions of more shares than the order had; it is removed, the surplus ignored} */
    public long moreThanResting() {
        return moreThanResting;
    }

    /** {@return messages with an impossible instrument, side, price, or number of shares or orders; ignored} */
    public long outOfRange() {
        return outOfRange;
    }

    /** {@return new orders or levels beyond the capacity of the table, a side or a level; ignored} */
    public long bookFull() {
        return bookFull;
    }
}
