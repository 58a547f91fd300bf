package io.verbus.matching;

/** Everything that an engine consists of. Its outputs are a function of this and the next input. */
final class State {
    /** The most pages of used ids. */
    static final int MOST_PAGES = 1 << 26;

    final int maxOrders;
    final Orders orders = new Orders();
    final OrderIds ids;
    final UsedIds used = new UsedIds(MOST_PAGES);
    final Books books = new Books(orders);
    final Accounts accounts = new Accounts();
    final Instruments instruments = new Instruments();
    final Seats seats = new Seats();
    final RestingOrders resting;

    /** Number of the last input. */
    long inputs;
    /** Time of the inputs: the latest so far, 0 before the first. */
    long nowNs;
    /** Number of the last accepted order or arrival. */
    long lastOrder;
    /** Number of the last trade. */
    long lastTrade;
    /** The kill switch of all seats. */
    boolean killed;

    State(final int maxOrders) {
        this.maxOrders = maxOrders;
        ids = new OrderIds(orders, Math.min(maxOrders, 1 << 10));
        resting = new RestingOrders(this);
    }
}
