package io.verbus.tools.stat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The size of the terminal.
 *
 * @param lines of text
 * @param columns of characters
 */
record TerminalSize(int lines, int columns) {
    /** The size of a terminal that does not report its own, and the width of tables that go elsewhere. */
    static final TerminalSize USUAL = new TerminalSize(24, 80);
    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,4}) ([1-9]\\d{0,4})\\s*");

    /** Asks the terminal of this process, by the command stty. */
    static TerminalSize ofProcess() {
        try {
            final Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            return of(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        } catch (final IOException e) {
            return USUAL;
        }
    }

    /** Parses the output of stty. */
    static TerminalSize of(final String output) {
        final Matcher form = FORM.matcher(output);
        return form.matches()
                ? new TerminalSize(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)))
                : USUAL;
    }
}
