package io.verbus.tools.errors;

import io.verbus.BusException;
import io.verbus.tools.Texts;
import java.util.List;

/** Parts of a stack trace as text. The text comes from another process, so it may be anything. */
final class ErrorTraces {
    private static final String OWN = BusException.class.getName() + ": ";
    private static final String FRAME = "\tat ";
    private static final String TAB = "        ";

    private ErrorTraces() {
    }

    /** The message before the first stack frame, on one line; that of a BusException without its class. */
    static String message(final String trace) {
        final int frames = trace.indexOf("\n" + FRAME);
        final String message = String.join(" ", lines(frames < 0 ? trace : trace.substring(0, frames)));
        return message.startsWith(OWN) ? message.substring(OWN.length()) : message;
    }

    /** All lines, safe for a terminal. */
    static List<String> lines(final String trace) {
        return trace.lines().map(line -> Texts.printable(line.replace("\t", TAB))).toList();
    }
}
