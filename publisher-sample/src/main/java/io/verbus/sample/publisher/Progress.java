package io.verbus.sample.publisher;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A line about every second that says how far the feed is. On a terminal it is one line that changes; elsewhere, when
 * nothing moves, one line says so and the next comes when something does.
 */
final class Progress {
    /** Instead of a number of passes: nobody knows when it ends. */
    static final int LIVE = 0;

    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final String ERASE_TO_END = "\033[K";

    private final PrintStream out;
    private final boolean terminal;
    private final int passes;
    private final Supplier<List<String>> news;
    private long newestNs;
    private long newestMessages;
    private int pass;
    private double fraction;
    private boolean lineOpen;
    private boolean stillTold;

    /**
     * Progress of a feed.
     *
     * @param out gets the lines
     * @param terminal whether a line can be overwritten
     * @param passes how often the source is played, or {@link #LIVE}
     * @param news what else is to be said about every second: lines
     * @param startNs now
     */
    Progress(final PrintStream out, final boolean terminal, final int passes, final Supplier<List<String>> news,
            final long startNs) {
        this.out = out;
        this.terminal = terminal;
        this.passes = passes;
        this.news = news;
        newestNs = startNs;
    }

    /** The feed is in a pass (from 0), and has read so much of the source in it (0 to 1). */
    void at(final int newPass, final double newFraction) {
        pass = newPass;
        fraction = newFraction;
    }

    /** Prints, if it is time to. */
    void tick(final long nowNs, final long messages) {
        final long elapsedNs = nowNs - newestNs;
        if (elapsedNs < INTERVAL_NS) {
            return;
        }
        final boolean still = messages == newestMessages;
        if (terminal || !still || !stillTold) {
            print(messages, (messages - newestMessages) * 1e9 / elapsedNs);
        }
        stillTold = still;
        newestNs = nowNs;
        newestMessages = messages;
        for (final String line : news.get()) {
            endLine();
            out.println(line);
        }
    }

    private void print(final long messages, final double perSecond) {
        final String line = passes == LIVE
                ? String.format(Locale.ROOT, "feed: live  %,d messages  %s", messages, rate(perSecond))
                : String.format(Locale.ROOT, "feed: %5.1f %%  %,d messages  %s%s",
                        100 * (pass + fraction) / passes, messages, rate(perSecond),
                        passes == 1 ? "" : "  pass " + (pass + 1) + " of " + passes);
        if (terminal) {
            out.print("\r" + line + ERASE_TO_END);
            out.flush();
            lineOpen = true;
        } else {
            out.println(line);
        }
    }

    /** Ends the line that changes, so that something else can be printed. */
    void endLine() {
        if (lineOpen) {
            out.println();
            lineOpen = false;
        }
    }

    static String rate(final double perSecond) {
        return perSecond >= 1e6
                ? String.format(Locale.ROOT, "%.1f M/s", perSecond / 1e6)
                : String.format(Locale.ROOT, "%,.0f/s", perSecond);
    }
}
