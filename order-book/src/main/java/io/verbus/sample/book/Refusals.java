package io.verbus.sample.book;

/** Counts what did not fit the books. All of them stay 0 on a sound stream that is read from its beginning. */
public final class Refusals {
    long unknownReference;
    long duplicateReference;
    long moreThanResting;
    long outOfRange;
    long bookFull;

    Refusals() {
    }

    /** {@return messages about an order that is not live; ignored} */
    public long unknownReference() {
        return unknownReference;
    }

    /** {@return new orders whose reference a live order has; the live one stays} */
    public long duplicateReference() {
        return duplicateReference;
    }

    /** {@return executions and reductions of more shares than the order had; it is gone, the surplus ignored} */
    public long moreThanResting() {
        return moreThanResting;
    }

    /** {@return messages with an impossible instrument, side, price or number of shares; ignored} */
    public long outOfRange() {
        return outOfRange;
    }

    /** {@return new orders beyond what a table, a side or a level can hold; ignored} */
    public long bookFull() {
        return bookFull;
    }
}
