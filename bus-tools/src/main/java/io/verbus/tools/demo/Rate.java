package io.verbus.tools.demo;

import io.verbus.marketdata.feed.Pace;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The rate of the first run, which limits how much of a session it can play.
 *
 * @param option value of the feed's option --rate
 * @param messages maximum number of messages of the run
 * @param spanNs maximum time span of the session, in its own time
 */
record Rate(String option, long messages, long spanNs) {
    /** Duration of the first run in seconds, including the warm-up. */
    static final int RUN_SECONDS = 30;
    /** Warm-up at the start of the run, in which the JVMs compile; not measured. */
    static final int WARM_UP_SECONDS = 10;

    /** No paced run: the session of the run at full speed is the only one. */
    static final Rate NONE = new Rate(DemoRun.FULL_SPEED, Long.MAX_VALUE, Long.MAX_VALUE);

    private static final long MAX_LOOPS = 10_000;

    /** Parses the option {@code --rate}. */
    static final class Converter implements ITypeConverter<Rate> {
        @Override
        public Rate convert(final String text) {
            return parse(text);
        }
    }

    static Rate parse(final String text) {
        return switch (Pace.of(text).orElse(null)) {
            case Pace.Rate(double perSecond) ->
                new Rate(text, (long) Math.ceil(RUN_SECONDS * perSecond), Long.MAX_VALUE);
            case Pace.Speed(double factor) ->
                new Rate(text, Long.MAX_VALUE, (long) (RUN_SECONDS * 1e9 * factor));
            case null, default -> throw new TypeConversionException("'" + text + "' is not a rate: use 50000/s"
                    + " (messages per second), x20 (20 times real time) or realtime; full speed is always measured"
                    + " too");
        };
    }

    /** Returns how often a session of this length must be played to fill the duration of the run. */
    int loops(final long sessionMessages) {
        return isPerSecond() ? (int) Math.clamp(Math.ceilDiv(messages, sessionMessages), 1, MAX_LOOPS) : 1;
    }

    /** The rate as text: 50,000/s. */
    String text() {
        return isPerSecond() ? String.format(Locale.ROOT, "%,d/s", messages / RUN_SECONDS) : option;
    }

    private boolean isPerSecond() {
        return messages != Long.MAX_VALUE;
    }
}
