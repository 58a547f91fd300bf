package io.verbus.tools.demo;

import io.verbus.BusException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How fast the first run is, and so how much of a session it can play.
 *
 * @param text as the feed takes it
 * @param messages most that fit into the run
 * @param spanNs longest stretch of the session's own time that fits into the run
 */
record Rate(String text, long messages, long spanNs) {
    /** How long the first run takes, in seconds, the warm-up at its beginning included. */
    static final int RUN_SECONDS = 30;
    /** How much of it is not measured: the JVMs still compile. */
    static final int WARM_UP_SECONDS = 10;

    /** However short the session is. */
    private static final long MOST_LOOPS = 10_000;

    private static final Pattern FORMS = Pattern
            .compile("(?<perSecond>\\d{1,9})/s|x(?<factor>\\d{1,9})|(?<realtime>realtime)");

    static Rate parse(final String text) {
        final Matcher matcher = FORMS.matcher(text);
        if (!matcher.matches() || text.matches("0+/s|x0+")) {
            throw new BusException("--rate " + text + ": give messages a second (50000/s), a multiple of realtime"
                    + " (x20), or realtime; full speed is measured in any case");
        }
        if (matcher.group("perSecond") != null) {
            return new Rate(text, RUN_SECONDS * Long.parseLong(matcher.group("perSecond")), Long.MAX_VALUE);
        }
        final long factor = matcher.group("factor") == null ? 1 : Long.parseLong(matcher.group("factor"));
        return new Rate(text, Long.MAX_VALUE, RUN_SECONDS * 1_000_000_000L * factor);
    }

    /** How often a session of so many messages is played, so that the run is long enough to be worth measuring. */
    int loops(final long sessionMessages) {
        return isPerSecond() ? (int) Math.clamp(Math.ceilDiv(messages, sessionMessages), 1, MOST_LOOPS) : 1;
    }

    /** For people: 50,000/s. */
    String spoken() {
        return isPerSecond() ? String.format(Locale.ROOT, "%,d/s", messages / RUN_SECONDS) : text;
    }

    private boolean isPerSecond() {
        return messages != Long.MAX_VALUE;
    }
}
