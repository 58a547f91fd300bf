package io.verbus.internal.shm;

import io.verbus.BusException;
import java.util.regex.Pattern;

/** Valid names of streams: the name of a stream is the name of its directory. */
public final class StreamName {
    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,119}");

    private StreamName() {
    }

    /** Whether a stream can have this name. */
    public static boolean isValid(final String name) {
        return VALID.matcher(name).matches();
    }

    /** Returns the name, or refuses it. */
    public static String check(final String name) {
        if (!isValid(name)) {
            throw new BusException(
                    "invalid stream name \"" + name + "\": use 1 to 120 letters, digits, dots, dashes"
                            + " and underscores, and no dot or dash at the beginning, such as md.itch");
        }
        return name;
    }
}
