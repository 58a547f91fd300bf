package io.verbus.tools.feed;

import io.verbus.marketdata.feed.FeedCounts;
import java.io.PrintStream;
import java.util.Locale;

/** Prints the summary at the end of a feed. */
final class FeedSummary {
    private FeedSummary() {
    }

    static void print(final PrintStream out, final FeedCounts counts, final MessageFormat format,
            final long elapsedNs, final boolean live) {
        final double seconds = elapsedNs / 1e9;
        out.printf(Locale.ROOT, "feed: %,d %s in %.3f s (%s), %s%n", counts.messages(),
                counts.messages() == 1 ? "message" : "messages", seconds,
                Progress.rate(counts.messages() / Math.max(seconds, 1e-9)),
                live ? "live" : counts.passes() + (counts.passes() == 1 ? " pass" : " passes"));
        format.titles().forEach((code, title) -> {
            if (counts.of(code) > 0) {
                out.printf(Locale.ROOT, "  %c  %-27s %,15d%n", code, title, counts.of(code));
            }
        });
        if (counts.unknown() > 0) {
            out.printf(Locale.ROOT, "     %-27s %,15d  (%s)%n", "unknown types, skipped", counts.unknown(),
                    counts.unknownTypes());
        }
        if (counts.wrongLength() > 0) {
            out.printf(Locale.ROOT, "     %-27s %,15d%n", "wrong length, skipped", counts.wrongLength());
        }
        if (counts.losses() > 0) {
            out.printf(Locale.ROOT, "     %-27s %,15d%n", "losses: books suspect", counts.losses());
        }
        if (counts.recoveries() > 0) {
            out.printf(Locale.ROOT, "     %-27s %,15d%n", "snapshots: books sound again", counts.recoveries());
        }
    }
}
