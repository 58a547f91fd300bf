package io.verbus.tools.book;

import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.Instruments;
import io.verbus.tools.terminal.Screen;
import io.verbus.tools.terminal.TerminalTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/**
 * The watcher thread: requests the state of the books four times per second, prints it and collects latencies. It never
 * blocks the polling thread.
 */
final class Watcher implements Runnable {
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long LINE_NS = TimeUnit.SECONDS.toNanos(5);

    private final StateSnapshot snapshot;
    private final Instruments instruments;
    private final LatencyLog latencies;
    private final Screen screen;
    private final NanoClock clock;
    private long shownNs;
    private long shownMessages;

    Watcher(final StateSnapshot snapshot, final Instruments instruments, final LatencyLog latencies,
            final Screen screen,
            final NanoClock clock) {
        this.snapshot = snapshot;
        this.instruments = instruments;
        this.latencies = latencies;
        this.screen = screen;
        this.clock = clock;
    }

    /** Runs until the thread is interrupted. */
    @Override
    public void run() {
        shownNs = clock.nanoTime();
        while (true) {
            LockSupport.parkNanos(INTERVAL_NS);
            if (Thread.currentThread().isInterrupted() || !snapshot.request()) {
                return;
            }
            latencies.add(snapshot.latencies());
            final long nowNs = clock.nanoTime();
            if (snapshot.messages() == 0) {
                shownNs = nowNs;
            } else if (screen.isTerminal() || nowNs - shownNs >= LINE_NS) {
                show(nowNs);
            }
        }
    }

    private void show(final long nowNs) {
        final long messages = snapshot.messages() - shownMessages;
        final String status = "%,d messages, %s, %,d %s%s".formatted(snapshot.messages(),
                TerminalTexts.rate(messages * 1e9 / (nowNs - shownNs)),
                snapshot.levels() > 0 ? snapshot.levels() : snapshot.orders(),
                snapshot.levels() > 0 ? "levels" : "orders", latency(snapshot.latencies()));
        shownNs = nowNs;
        shownMessages = snapshot.messages();
        if (screen.isTerminal()) {
            final List<String> lines = new ArrayList<>();
            lines.add(status);
            lines.addAll(TopTable.lines(snapshot.top(), instruments));
            screen.draw(lines);
        } else {
            screen.print(status + bestPrices(snapshot.top()));
        }
    }

    private static String latency(final Histogram latencies) {
        if (latencies.getTotalCount() == 0) {
            return "";
        }
        return ", latency p50 %s p99 %s max %s".formatted(TerminalTexts.duration(latencies.getValueAtPercentile(50)),
                TerminalTexts.duration(latencies.getValueAtPercentile(99)),
                TerminalTexts.duration(latencies.getMaxValue()));
    }

    private String bestPrices(final TopRows top) {
        final StringBuilder text = new StringBuilder();
        for (int row = 0; row < top.rows(); row++) {
            if (top.isKnown(row)) {
                text.append(text.isEmpty() ? ": " : ", ").append(top.symbol(row, instruments)).append(' ')
                        .append(TopTable.price(top, row, BookSide.BUY)).append(" / ")
                        .append(TopTable.price(top, row, BookSide.SELL));
            }
        }
        return text.toString();
    }
}
