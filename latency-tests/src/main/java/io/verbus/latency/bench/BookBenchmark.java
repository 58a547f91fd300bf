package io.verbus.latency.bench;

import io.verbus.marketdata.book.Books;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** The order books: a deletion and an addition. */
public class BookBenchmark extends CallBenchmark {
    private static final long SHARES = 100;

    /** Live orders: they fit into caches, or do not. */
    @Param({"1000", "1000000"})
    private int orders;

    private Books books;
    private BookChanges changes;

    /** For JMH. */
    public BookBenchmark() {
    }

    /** Fills the books. */
    @Setup
    public void fill() {
        books = new Books(orders);
        changes = new BookChanges(orders);
        for (int slot = 0; slot < orders; slot++) {
            add(slot);
        }
    }

    private void add(final int slot) {
        books.add(changes.instrument(), changes.replace(slot), changes.side(), changes.price(), SHARES);
    }

    /**
     * A deletion and an addition.
     *
     * @return live orders
     */
    @Benchmark
    public int deleteAndAdd() {
        final int slot = changes.slot();
        books.delete(changes.at(slot));
        add(slot);
        return books.liveOrders();
    }
}
