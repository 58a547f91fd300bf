package io.verbus.sample.publisher;

import io.verbus.BusException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rate at which a feed publishes. */
sealed interface Pace {
    /** As fast as the bus accepts messages. */
    record Max() implements Pace {}

    /** By the timestamps of the source, accelerated by a factor. */
    record Speed(double factor) implements Pace {}

    /** A number of messages per second, evenly spaced. */
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
        if (text.equals("max")) {
            return new Max();
        }
        if (text.equals("realtime")) {
            return new Speed(1);
        }
        final Matcher number = NUMBER.matcher(text);
        if (number.matches()) {
            final boolean speed = number.group("x") != null;
            final double value = Double.parseDouble(number.group(speed ? "x" : "s"));
            if (value > 0) {
                return speed ? new Speed(value) : new Rate(value);
            }
        }
        throw new BusException("'" + text + "' is not a rate: use " + FORMS);
    }
}
