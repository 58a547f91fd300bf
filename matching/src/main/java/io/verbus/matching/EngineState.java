package io.verbus.matching;

/** Everything that an engine consists of. Its outputs are a function of this and the next input. */
final class EngineState {
    final EngineCapacity capacity;
    final OrderPool orders;
    final OrderIds ids;
    final UsedIds used;
    final OrderBooks books;
    final Accounts accounts;
    final InstrumentTable instruments = new InstrumentTable();
    final Seats seats = new Seats();
    final OrderRegistry registry;

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

    /** An empty state; the seed of the tables affects nothing but durations. */
    EngineState(final EngineCapacity capacity, final long hashSeed) {
        this.capacity = capacity;
        final TableHash hash = new TableHash(hashSeed);
        orders = new OrderPool(capacity.orders());
        ids = new OrderIds(orders, hash);
        used = new UsedIds(capacity.idPages(), hash);
        books = new OrderBooks(orders, capacity.orders());
        accounts = new Accounts(capacity.accounts(), hash);
        registry = new OrderRegistry(this);
    }

    /** The entry of an order of a seat, or {@link PackedInts#NIL}. */
    int find(final int seat, final long id) {
        return Seats.isValid(seat) ? ids.find(seat, id) : PackedInts.NIL;
    }
}
