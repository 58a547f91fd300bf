package io.verbus.matching;

import java.util.Arrays;

/**
 * Position and open orders of each seat in each instrument. Accounts are numbered as they were created; the table only
 * finds them. Account 0 belongs to no seat and is empty: it stands for all that do not exist yet.
 *
 * <pre>
 *  an account      0  seat (32) | instrument (32)
 *  (8 longs, a     1  position: bought less sold
 *  cache line)     2  open quantity of buy orders
 *                  3  open quantity of sell orders
 *                  4  open notional: price times open quantity, both sides
 *                  5  open orders
 *                  6  scratch of freeEmpty
 *                  7  unused
 * </pre>
 *
 * <p>Position plus open buys, and position less open sells, are within plus and minus {@link Long#MAX_VALUE}: an order
 * that would leave this range is refused ({@link RefusalCode#POSITION}).
 */
final class Accounts {
    /** The empty account. */
    static final int NONE = 0;
    /** Longs of an account that are in use. */
    static final int LENGTH = 6;

    private static final int RECENT = 256;
    private static final int SHIFT = 3;
    private static final int POSITION = 1;
    private static final int OPEN = 2;
    private static final int NOTIONAL = 4;
    private static final int ORDERS = 5;
    private static final int SCRATCH = 6;

    private final int most;
    private final TableHash hash;
    private long[] words = new long[64 << SHIFT];
    private int size = 1;
    private int[] table = new int[128];
    /** Accounts that were found last, by low bits of the seat. */
    private final int[] recent = new int[RECENT];

    Accounts(final int most, final TableHash hash) {
        this.most = most;
        this.hash = hash;
        words[0] = -1;
    }

    /** Number of accounts, with the empty one. */
    int size() {
        return size;
    }

    /** A long of an account. */
    long word(final int account, final int index) {
        return words[(account << SHIFT) + index];
    }

    /** Sets a long of an account; for a copy of the state. */
    void word(final int account, final int index, final long value) {
        words[(account << SHIFT) + index] = value;
    }

    /** The account of a seat in an instrument, or {@link #NONE}. */
    int find(final int seat, final int instrument) {
        final long key = PackedInts.pack(seat, instrument);
        final int last = seat & RECENT - 1;
        if (words[recent[last] << SHIFT] != key) {
            recent[last] = table[slot(key)];
        }
        return recent[last];
    }

    /** Whether a seat has an account in an instrument, or can get one. */
    boolean hasRoom(final int seat, final int instrument) {
        return size <= most || find(seat, instrument) != NONE;
    }

    /** The account of a seat in an instrument, which is created if absent. */
    int make(final int seat, final int instrument) {
        final int found = find(seat, instrument);
        if (found != NONE) {
            return found;
        }
        final long key = PackedInts.pack(seat, instrument);
        final int account = size++;
        if (size << SHIFT > words.length) {
            words = Arrays.copyOf(words, Math.min(words.length << 1, Math.max(size, most + 1) << SHIFT));
        }
        Arrays.fill(words, account << SHIFT, account + 1 << SHIFT, 0);
        words[account << SHIFT] = key;
        table[slot(key)] = account;
        if (size > table.length >> 1) {
            grow();
        }
        return account;
    }

    long position(final int account) {
        return words[(account << SHIFT) + POSITION];
    }

    /** Open quantity of a side. */
    long open(final int account, final int side) {
        return words[(account << SHIFT) + OPEN + side];
    }

    long openNotional(final int account) {
        return words[(account << SHIFT) + NOTIONAL];
    }

    long openOrders(final int account) {
        return words[(account << SHIFT) + ORDERS];
    }

    /** The position if all open orders of a side traded, positive in the direction of the side. */
    long worst(final int account, final int side) {
        final long position = position(account);
        return (side == Terms.BUY ? position : -position) + open(account, side);
    }

    /** An order begins to rest. */
    void rest(final int account, final int side, final long price, final long open) {
        final int at = account << SHIFT;
        words[at + OPEN + side] += open;
        words[at + NOTIONAL] += price * open;
        words[at + ORDERS]++;
    }

    /** The open quantity of a resting order falls. */
    void release(final int account, final int side, final long price, final long quantity) {
        final int at = account << SHIFT;
        words[at + OPEN + side] -= quantity;
        words[at + NOTIONAL] -= price * quantity;
        assert words[at + OPEN + side] >= 0 && words[at + NOTIONAL] >= 0;
    }

    /** A resting order, without open quantity, ends. */
    void end(final int account) {
        words[(account << SHIFT) + ORDERS]--;
    }

    /** The seat has bought or sold. */
    void trade(final int account, final int side, final long quantity) {
        words[(account << SHIFT) + POSITION] += side == Terms.BUY ? quantity : -quantity;
    }

    /**
     * Frees the accounts without a position and resting orders, and moves the others up in their order. {@link #moved}
     * maps the accounts of resting orders until the next account is created.
     */
    void freeEmpty() {
        int kept = NONE + 1;
        for (int account = NONE + 1; account < size; account++) {
            if (position(account) != 0 || openOrders(account) != 0) {
                System.arraycopy(words, account << SHIFT, words, kept << SHIFT, LENGTH);
                words[(account << SHIFT) + SCRATCH] = kept++;
            }
        }
        size = kept;
        Arrays.fill(table, NONE);
        Arrays.fill(recent, NONE);
        insertAll();
    }

    /** The account to which {@link #freeEmpty} has moved an account with resting orders. */
    int moved(final int account) {
        return (int) words[(account << SHIFT) + SCRATCH];
    }

    private int slot(final long key) {
        final int mask = table.length - 1;
        int slot = (int) (hash.of(PackedInts.high(key), PackedInts.low(key)) >>> Long.SIZE
                - Integer.numberOfTrailingZeros(table.length));
        while (table[slot] != NONE && words[table[slot] << SHIFT] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        table = new int[table.length << 1];
        insertAll();
    }

    private void insertAll() {
        for (int account = NONE + 1; account < size; account++) {
            table[slot(words[account << SHIFT])] = account;
        }
    }
}
