package io.verbus.latency.bench;

import io.verbus.sample.book.Books;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The order books: a deletion and an addition. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class BookBenchmark {
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
