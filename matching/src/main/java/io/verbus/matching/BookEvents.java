package io.verbus.matching;

/** Receives the changes of the books, in order and interleaved with the {@link Reports}, under the same rules. */
public interface BookEvents {
    /** Ignores all changes. */
    BookEvents IGNORED = new IgnoredBookEvents();

    /**
     * An order rests at the end of its price.
     *
     * @param instrument of the order
     * @param order its number
     * @param side {@link Terms#BUY} or {@link Terms#SELL}
     * @param price of the order
     * @param open quantity
     */
    void added(int instrument, long order, int side, long price, long open);

    /**
     * A resting order traded. If nothing is left of it, it has left the book.
     *
     * @param instrument of the order
     * @param order its number
     * @param quantity of the trade
     * @param trade number of the trade
     */
    void executed(int instrument, long order, long quantity, long trade);

    /**
     * A resting order was reduced and keeps its place.
     *
     * @param instrument of the order
     * @param order its number
     * @param quantity removed
     */
    void reduced(int instrument, long order, long quantity);

    /**
     * A resting order left the book.
     *
     * @param instrument of the order
     * @param order its number
     */
    void deleted(int instrument, long order);

    /**
     * A resting order left the book, and another of the same side rests in its stead, at the end of its price.
     *
     * @param instrument of the order
     * @param order its number
     * @param newOrder number of the new order
     * @param price of the new order
     * @param open quantity of the new order
     */
    void replaced(int instrument, long order, long newOrder, long price, long open);
}
