package io.verbus.sample.publisher;

import io.verbus.BusException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses log sizes of the command line. */
final class Capacity {
    private static final Pattern FORM = Pattern.compile("(\\d{1,10})([kmg]?)");

    private Capacity() {
    }

    /**
     * Parses a size.
     *
     * @param text digits, and k, m or g for powers of 1,024
     * @return size in bytes
     * @throws BusException if the text is not a size, or above 1 GiB, the largest log
     */
    static int parse(final String text) {
        final Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (form.matches()) {
            final int shift = switch (form.group(2)) {
                case "k" -> 10;
                case "m" -> 20;
                case "g" -> 30;
                default -> 0;
            };
            final long bytes = Long.parseLong(form.group(1)) << shift;
            if (bytes > 0 && bytes <= 1 << 30) {
                return (int) bytes;
            }
        }
        throw new BusException("--capacity " + text + " is not a size up to 1G: write it as 67108864 or 64M");
    }
}
