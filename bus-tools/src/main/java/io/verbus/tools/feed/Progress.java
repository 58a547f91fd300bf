package io.verbus.tools.feed;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Prints the progress of a feed about every second. On a terminal it overwrites one line. Elsewhere, an idle feed
 * prints one line, and the next one when messages flow again.
 */
final class Progress {
    /** In place of the number of passes: a live source has no known end. */
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
    private boolean idleReported;

    /**
     * Creates the progress of a feed.
     *
     * @param out receives the lines
     * @param terminal whether a line can be overwritten
     * @param passes number of passes, or {@link #LIVE}
     * @param news supplies further lines to print about every second
     * @param startNs the time now
     */
    Progress(final PrintStream out, final boolean terminal, final int passes, final Supplier<List<String>> news,
            final long startNs) {
        this.out = out;
        this.terminal = terminal;
        this.passes = passes;
        this.news = news;
        newestNs = startNs;
    }

    /** Sets the current pass (from 0), and the fraction of the source that has been read in it (0 to 1). */
    void at(final int newPass, final double newFraction) {
        pass = newPass;
        fraction = newFraction;
    }

    /** Prints, if the interval has elapsed. */
    void tick(final long nowNs, final long messages) {
        final long elapsedNs = nowNs - newestNs;
        if (elapsedNs < INTERVAL_NS) {
            return;
        }
        final boolean isIdle = messages == newestMessages;
        if (terminal || !isIdle || !idleReported) {
            print(messages, (messages - newestMessages) * 1e9 / elapsedNs);
        }
        idleReported = isIdle;
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

    /** Ends the overwritten line, so that other output can follow. */
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
