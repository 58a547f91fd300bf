package io.verbus.marketdata.feed;

import io.verbus.BusException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rate at which messages are published. */
public sealed interface Pace {
    /** As fast as the bus accepts messages. */
    record Max() implements Pace {}

    /**
     * By the timestamps of the source, accelerated by a factor.
     *
     * @param factor above 0
     */
    record Speed(double factor) implements Pace {}

    /**
     * A number of messages per second, evenly spaced.
     *
     * @param perSecond above 0
     */
    record Rate(double perSecond) implements Pace {}

    /** The forms that contain a number. */
    Pattern NUMBER = Pattern.compile("x(?<x>\\d{1,9}(\\.\\d{1,9})?)|(?<s>\\d{1,9}(\\.\\d{1,9})?)/s");

    /** The accepted forms, for help texts and errors. */
    String FORMS = "max, realtime, x20 (20 times realtime) or 50000/s (messages a second)";

    /**
     * Parses a pace.
     *
     * @param text such as {@code max}, {@code realtime}, {@code x20} or {@code 50000/s}
     * @return the pace
     * @throws BusException if the text is none of {@link #FORMS}
     */
    static Pace parse(final String text) {
        return of(text).orElseThrow(() -> new BusException("'" + text + "' is not a rate: use " + FORMS));
    }

    /**
     * Parses a pace, for a command that accepts only some of the forms.
     *
     * @param text one of {@link #FORMS}
     * @return the pace; empty for another text
     */
    static Optional<Pace> of(final String text) {
        final Matcher number = NUMBER.matcher(text);
        if (number.matches()) {
            final boolean speed = number.group("x") != null;
            final double value = Double.parseDouble(number.group(speed ? "x" : "s"));
            return Optional.of(value).filter(above -> above > 0)
                    .map(above -> speed ? new Speed(above) : new Rate(above));
        }
        return switch (text) {
            case "max" -> Optional.of(new Max());
            case "realtime" -> Optional.of(new Speed(1));
            default -> Optional.empty();
        };
    }
}
