package io.verbus.tools.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbus.monitor.BackgroundPrinter;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.List;

/**
 * Standard output and error: scrolling lines and, on a terminal, a frame below them that is redrawn in place.
 * Thread-safe.
 */
public final class Screen {
    private static final String UP = "\u001b[%dA";
    /** Lines too long for the terminal are cut: wrapped lines would make the frame higher than its line count. */
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    /** Maximum size of the output that waits while standard output is blocked: some thousand lines. */
    private static final int CAPACITY_BYTES = 256 << 10;

    private final PrintWriter direct;
    private final BackgroundPrinter printer;
    private PrintWriter out;
    private final PrintWriter err;
    private final boolean isTerminal;
    private int frameLines;

    /**
     * Creates a screen without a frame.
     *
     * @param out for lines and frames
     * @param err for warnings
     * @param isTerminal whether {@code out} is a terminal
     */
    public Screen(final PrintWriter out, final PrintWriter err, final boolean isTerminal) {
        this(out, null, err, isTerminal);
    }

    private Screen(final PrintWriter direct, final BackgroundPrinter printer, final PrintWriter err,
            final boolean isTerminal) {
        this.direct = direct;
        this.printer = printer;
        this.out = printer == null ? direct : new PrintWriter(new OutputStreamWriter(printer, UTF_8));
        this.err = err;
        this.isTerminal = isTerminal;
    }

    /**
     * Creates a screen that never blocks its callers before {@link #finish()}: output that does not fit into its buffer
     * is dropped and counted.
     *
     * @param out for lines and frames; written by a thread of the screen
     * @param err for warnings; does not block
     * @param isTerminal whether {@code out} is a terminal
     * @return a screen without a frame
     */
    public static Screen inBackground(final PrintWriter out, final PrintWriter err, final boolean isTerminal) {
        return new Screen(out, new BackgroundPrinter(new WriterStream(out), CAPACITY_BYTES, "standard output"), err,
                isTerminal);
    }

    /**
     * Writes the buffered output, for up to a second. Further output is written completely by the caller, even if
     * standard output blocks.
     */
    public synchronized void finish() {
        eraseFrame();
        if (printer != null) {
            out.flush();
            printer.close();
            out = direct;
        }
    }

    /** {@return whether frames can be drawn} */
    public boolean isTerminal() {
        return isTerminal;
    }

    /**
     * Prints a line on standard output.
     *
     * @param line without line end
     */
    public synchronized void print(final String line) {
        eraseFrame();
        out.println(line);
        out.flush();
    }

    /**
     * Prints a line on standard error.
     *
     * @param line without line end
     */
    public synchronized void warn(final String line) {
        eraseFrame();
        err.println(line);
        err.flush();
    }

    /**
     * Draws a frame over the previous one; on a terminal only.
     *
     * @param lines of the frame; cut at the width of the terminal
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

    /** Adapts a writer to the output stream of a printer, which writes complete texts in UTF-8. */
    private static final class WriterStream extends OutputStream {
        private final PrintWriter writer;

        WriterStream(final PrintWriter writer) {
            this.writer = writer;
        }

        @Override
        public void write(final int b) {
            write(new byte[]{(byte) b}, 0, 1);
        }

        @Override
        public void write(final byte[] bytes, final int offset, final int length) {
            writer.write(new String(bytes, offset, length, UTF_8));
        }

        @Override
        public void flush() {
            writer.flush();
        }
    }
}
