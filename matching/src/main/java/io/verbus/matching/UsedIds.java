package io.verbus.matching;

import java.util.Arrays;

/**
 * The client order ids that each seat has used on this day. 64 consecutive ids share a page, so a seat that counts
 * needs half a byte per order, and its next id is in the page of the last one. Pages are numbered as they were created;
 * the table only finds them.
 *
 * <pre>
 *  a page, in longs      0            1             2
 *                   +-----------+-----------+-----------------+
 *                   |   seat    |  id / 64  |  bit id mod 64  |
 *                   +-----------+-----------+-----------------+
 * </pre>
 */
final class UsedIds {
    /** Longs of a page. */
    static final int STRIDE = 3;

    private static final int RECENT = 256;
    private static final int PAGE_BITS = 6;
    private static final int PAGE = 1;
    private static final int BITS = 2;

    private final int most;
    private final TableHash hash;
    private long[] pages = new long[64 * STRIDE];
    private int size;
    private int[] pagesOf = new int[16];
    private int[] table = new int[128];
    /** Pages that were found last, by low bits of the seat: a seat that counts finds its page here. */
    private final int[] recent = new int[RECENT];

    UsedIds(final int most, final TableHash hash) {
        this.most = most;
        this.hash = hash;
    }

    int pages() {
        return size;
    }

    /** A long of the pages. */
    long word(final int index) {
        return pages[index];
    }

    boolean contains(final int seat, final long id) {
        final int page = find(seat, id >> PAGE_BITS);
        return page != PackedInts.NIL && (pages[page * STRIDE + BITS] >>> id & 1) != 0;
    }

    /** Whether an id can be added: a seat has at most as many pages as are free, so it takes no more than half. */
    boolean hasRoom(final int seat, final long id) {
        return (seat < pagesOf.length ? pagesOf[seat] : 0) < most - size
                || find(seat, id >> PAGE_BITS) != PackedInts.NIL;
    }

    /** Adds an id. */
    void add(final int seat, final long id) {
        addBits(seat, id >> PAGE_BITS, 1L << id);
    }

    /** Adds the ids of a page. */
    void addBits(final int seat, final long number, final long bits) {
        int page = find(seat, number);
        if (page == PackedInts.NIL) {
            page = append(seat, number);
            table[slot(seat, number)] = page + 1;
            if (size > table.length >> 1) {
                grow();
            }
        }
        pages[page * STRIDE + BITS] |= bits;
    }

    void clear() {
        Arrays.fill(table, 0);
        Arrays.fill(pagesOf, 0);
        size = 0;
    }

    /** The page of a number, or {@link PackedInts#NIL}. */
    private int find(final int seat, final long number) {
        final int last = recent[seat & RECENT - 1];
        if (last < size && isPage(last, seat, number)) {
            return last;
        }
        final int page = table[slot(seat, number)] - 1;
        recent[seat & RECENT - 1] = Math.max(page, 0);
        return page;
    }

    private int append(final int seat, final long number) {
        final int page = size++;
        if (size * STRIDE > pages.length) {
            pages = Arrays.copyOf(pages, Math.min(pages.length << 1, Math.max(size, most) * STRIDE));
        }
        if (seat >= pagesOf.length) {
            pagesOf = Arrays.copyOf(pagesOf, Integer.highestOneBit(seat) << 1);
        }
        pagesOf[seat]++;
        pages[page * STRIDE] = seat;
        pages[page * STRIDE + PAGE] = number;
        pages[page * STRIDE + BITS] = 0;
        return page;
    }

    private int slot(final int seat, final long number) {
        final int mask = table.length - 1;
        int slot = (int) (hash.of(seat, number) >>> Long.SIZE - Integer.numberOfTrailingZeros(table.length));
        while (table[slot] != 0) {
            if (isPage(table[slot] - 1, seat, number)) {
                return slot;
            }
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean isPage(final int page, final int seat, final long number) {
        return pages[page * STRIDE] == seat && pages[page * STRIDE + PAGE] == number;
    }

    private void grow() {
        table = new int[table.length << 1];
        for (int page = 0; page < size; page++) {
            table[slot((int) pages[page * STRIDE], pages[page * STRIDE + PAGE])] = page + 1;
        }
    }
}
