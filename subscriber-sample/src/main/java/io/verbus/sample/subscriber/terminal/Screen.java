package io.verbus.sample.subscriber.terminal;

import java.io.PrintWriter;
import java.util.List;

/**
 * Standard output and error: lines that stay and, on a terminal, a frame below them that is drawn again and again.
 * Thread-safe.
 */
public final class Screen {
    private static final String UP = "\u001b[%dA";
    /** A line that is too long for the terminal is cut: wrapped, it would make the frame higher than its lines. */
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean isTerminal;
    private int frameLines;

    /**
     * A screen without a frame.
     *
     * @param out for what is said and drawn
     * @param err for warnings
     * @param isTerminal whether {@code out} is one
     */
    public Screen(final PrintWriter out, final PrintWriter err, final boolean isTerminal) {
        this.out = out;
        this.err = err;
        this.isTerminal = isTerminal;
    }

    /** {@return whether frames can be drawn} */
    public boolean isTerminal() {
        return isTerminal;
    }

    /**
     * A line that stays.
     *
     * @param line without its end
     */
    public synchronized void say(final String line) {
        eraseFrame();
        out.println(line);
        out.flush();
    }

    /**
     * A line on standard error.
     *
     * @param line without its end
     */
    public synchronized void warn(final String line) {
        eraseFrame();
        err.println(line);
        err.flush();
    }

    /**
     * Draws a frame over the one before; on a terminal only.
     *
     * @param lines of the frame; what does not fit the width is cut
     */
    public synchronized void draw(final List<String> lines) {
        assert isTerminal;
        if (frameLines > 0) {
            out.printf(UP, frameLines);
        }
        out.print(NO_WRAP);
        for (final String line : lines) {
            out.print('\r' + line + CLEAR_LINE + '\n');
        }
        out.print(WRAP);
        out.flush();
        frameLines = lines.size();
    }

    private void eraseFrame() {
        if (frameLines > 0) {
            out.printf(UP + '\r' + CLEAR_BELOW, frameLines);
            out.flush();
            frameLines = 0;
        }
    }
}
