package io.verbus.sample.publisher;

import io.verbus.sample.publisher.itch.ItchType;
import java.io.PrintStream;
import java.util.Locale;

/** The end of a feed, for a person. */
final class FeedSummary {
    private FeedSummary() {
    }

    static void print(final PrintStream out, final FeedCounts counts, final long elapsedNs) {
        final double seconds = elapsedNs / 1e9;
        out.printf(Locale.ROOT, "feed: %,d messages in %.3f s (%s), %d %s%n", counts.itchMessages(), seconds,
            Progress.rate(counts.itchMessages() / Math.max(seconds, 1e-9)),
            counts.passes(), counts.passes() == 1 ? "pass" : "passes");
        for (final ItchType type : ItchType.values()) {
            line(out, type.code(), type.title(), counts.of(type));
        }
        for (int code = 0; code < 256; code++) {
            line(out, code, "unknown type, passed over", counts.unknown(code));
        }
        if (counts.wrongLength() > 0) {
            out.printf(Locale.ROOT, "  wrong length, passed over: %,d%n", counts.wrongLength());
        }
    }

    private static void line(final PrintStream out, final int code, final String title, final long count) {
        if (count > 0) {
            final String shown = code > ' ' && code < 0x7F ? " " + (char) code + " " : String.format("x%02x", code);
            out.printf(Locale.ROOT, " %s %-27s %,15d%n", shown, title, count);
        }
    }
}
