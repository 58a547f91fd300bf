package io.verbus.matching;

/**
 * The most that an engine holds. Inputs that need more are refused with {@link RefusalCode#CAPACITY}, before they
 * change anything, so clients cannot exhaust the memory. The arrays grow as needed; the heap must have room for all of
 * them. An array that grows is copied, so the need is up to twice as high for a moment.
 *
 * @param orders resting orders, 1 to {@link #MAX_ORDERS}; each needs some 100 bytes, and up to 220
 *         if it has a price level of its own
 * @param accounts pairs of a seat and an instrument in which it had an order, 1 to {@link #MAX_ACCOUNTS}; each needs 80
 *         bytes. The end of the day frees those without a position and resting orders
 * @param idPages pages of 64 consecutive order ids that a seat has used on a day, 1 to {@link #MAX_ID_PAGES}; each
 *         needs 40 bytes. A seat that counts fills its pages; of scattered ids each has a page of its own. A seat has
 *         at most as many as are free, so the scattered ids of one seat leave room for others
 */
public record EngineCapacity(int orders, int accounts, int idPages) {
    /** The most resting orders. */
    public static final int MAX_ORDERS = OrderPool.MOST;
    /** The most accounts. */
    public static final int MAX_ACCOUNTS = 1 << 26;
    /** The most pages of order ids. */
    public static final int MAX_ID_PAGES = 1 << 26;

    /** A million of orders and accounts, and four million pages of ids: at most 0.5 GB. */
    public static final EngineCapacity DEFAULT = new EngineCapacity(1 << 20, 1 << 20, 1 << 22);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public EngineCapacity {
        SettingChecks.inRange("capacity of orders", orders, 1, MAX_ORDERS);
        SettingChecks.inRange("capacity of accounts", accounts, 1, MAX_ACCOUNTS);
        SettingChecks.inRange("capacity of id pages", idPages, 1, MAX_ID_PAGES);
    }
}
