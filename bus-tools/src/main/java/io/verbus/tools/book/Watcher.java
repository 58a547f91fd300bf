package io.verbus.tools.book;

import io.verbus.codec.marketdata.TradingState;
import io.verbus.marketdata.book.BookSide;
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
    private final LatencyLog latencies;
    private final Screen screen;
    private final NanoClock clock;
    private long shownNs;
    private long shownMessages;

    Watcher(final StateSnapshot snapshot, final LatencyLog latencies, final Screen screen, final NanoClock clock) {
        this.snapshot = snapshot;
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
            final long messages = snapshot.sessions().stream().mapToLong(SessionBooks::messages).sum();
            if (messages == 0) {
                shownNs = nowNs;
                shownMessages = 0;
            } else if (screen.isTerminal() || nowNs - shownNs >= LINE_NS) {
                show(messages, nowNs);
            }
        }
    }

    private void show(final long messages, final long nowNs) {
        // The messages of a session that has ended since are not in the sum any more.
        final long more = Math.max(0, messages - shownMessages);
        final String rate = ", " + TerminalTexts.rate(more * 1e9 / (nowNs - shownNs))
                + latency(snapshot.latencies());
        shownNs = nowNs;
        shownMessages = messages;
        final boolean isLabelled = snapshot.sessions().size() > 1;
        final List<String> lines = new ArrayList<>();
        for (final SessionBooks books : snapshot.sessions()) {
            final String status = (isLabelled ? books.label() + ": " : "") + "%,d messages, ".formatted(
                    books.messages()) + books.state() + (lines.isEmpty() ? rate : "");
            if (screen.isTerminal()) {
                lines.add(status);
                lines.addAll(TopTable.lines(books.top(), books.instruments()));
            } else {
                lines.add(status + bestPrices(books));
            }
        }
        if (screen.isTerminal()) {
            screen.draw(lines);
        } else {
            lines.forEach(screen::print);
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

    private static String bestPrices(final SessionBooks books) {
        final TopRows top = books.top();
        final StringBuilder text = new StringBuilder();
        for (int row = 0; row < top.rows(); row++) {
            if (top.isKnown(row)) {
                text.append(text.isEmpty() ? ": " : ", ").append(top.symbol(row, books.instruments())).append(' ')
                        .append(TopTable.price(top, row, BookSide.BUY)).append(" / ")
                        .append(TopTable.price(top, row, BookSide.SELL));
                text.append(isOrdinary(top, row) ? "" : " (" + TopTable.state(top, row) + ")");
            }
        }
        return text.toString();
    }

    /** Whether a row has nothing to show but its prices. */
    private static boolean isOrdinary(final TopRows top, final int row) {
        final TradingState state = top.state(row);
        return !top.isSuspect(row) && (state == TradingState.TRADING || state == TradingState.NULL_VAL);
    }
}
