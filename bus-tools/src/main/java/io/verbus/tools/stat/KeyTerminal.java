package io.verbus.tools.stat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.ControlChar;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/**
 * The terminal of this process: shows lines on its alternate screen and reads single keys, until it is closed. Used by
 * one thread.
 */
final class KeyTerminal implements AutoCloseable {
    static final String UP = "up";
    static final String DOWN = "down";
    static final String ENTER = "enter";
    static final String ESCAPE = "escape";
    static final String BACKSPACE = "backspace";
    /** The terminal has been closed. */
    static final String END = "end";
    private static final String NONE = "none";

    private static final String HOME = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";
    private static final String REVERSE = "\u001b[7m";
    private static final String PLAIN = "\u001b[m";
    /** Shows that a line continues. */
    private static final String CUT = "~";
    private static final int ESC = 27;
    private static final int DELETE = 127;
    /** The bytes of one key arrive together, over a slow line within this time. */
    private static final long SEQUENCE_MS = 50;

    private final Terminal terminal;
    private final Attributes before;

    private KeyTerminal(final Terminal terminal) {
        this.terminal = terminal;
        before = terminal.enterRawMode();
        final Attributes raw = terminal.getAttributes();
        raw.setControlChar(ControlChar.VSUSP, 0); // a suspended process would leave the shell on the alternate screen
        terminal.setAttributes(raw);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.flush();
    }

    /** Opens the terminal; empty if standard input or output is none. */
    static Optional<KeyTerminal> open() {
        try {
            // Without grapheme clusters it asks the terminal nothing, so it does not wait for answers.
            return Optional.of(new KeyTerminal(TerminalBuilder.builder().system(true).provider("ffm").dumb(false)
                    .systemOutput(TerminalBuilder.SystemOutput.ForcedSysOut).nativeSignals(false).graphemeCluster(false)
                    .build()));
        } catch (final IOException | IllegalStateException e) {
            return Optional.empty();
        }
    }

    TerminalSize size() {
        final Size size = terminal.getSize();
        return size.getRows() > 0 && size.getColumns() > 0
                ? new TerminalSize(size.getRows(), size.getColumns())
                : TerminalSize.USUAL;
    }

    /** Shows lines from the top of the screen, and nothing else. */
    void draw(final List<StatScreen.Line> lines, final int columns) {
        final StringBuilder text = new StringBuilder(HOME);
        for (int i = 0; i < lines.size(); i++) {
            final StatScreen.Line line = lines.get(i);
            final String cut = line.text().length() <= columns
                    ? line.text()
                    : line.text().substring(0, columns - 1) + CUT;
            text.append(i == 0 ? "" : "\r\n").append(line.isSelected() ? REVERSE + cut + PLAIN : cut)
                    .append(cut.length() < columns ? CLEAR_LINE : "");
        }
        terminal.writer().print(text.append(CLEAR_BELOW));
        terminal.flush();
    }

    /**
     * Waits for a key.
     *
     * @param ms at most
     * @return a character, or one of the constants; empty if no key was pressed, or one that has no name here
     */
    Optional<String> key(final long ms) {
        final String key = read(Math.max(1, ms));
        return key.equals(NONE) ? Optional.empty() : Optional.of(key);
    }

    private String read(final long ms) {
        final int c = character(ms);
        return switch (c) {
            case NonBlockingReader.READ_EXPIRED -> NONE;
            case NonBlockingReader.EOF -> END;
            case '\r', '\n' -> ENTER;
            case '\b', DELETE -> BACKSPACE;
            case ESC -> sequence();
            default -> c < ' ' ? NONE : Character.toString(c);
        };
    }

    /** An arrow is ESC, [ or O, a letter. Of other sequences all is skipped. */
    private String sequence() {
        final int second = character(SEQUENCE_MS);
        if (second != '[' && second != 'O') {
            return second == NonBlockingReader.READ_EXPIRED ? ESCAPE : NONE;
        }
        int last = character(SEQUENCE_MS);
        while (last >= ' ' && last < '@') {
            last = character(SEQUENCE_MS);
        }
        return switch (last) {
            case 'A' -> UP;
            case 'B' -> DOWN;
            default -> NONE;
        };
    }

    private int character(final long ms) {
        try {
            return terminal.reader().read(ms);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        terminal.puts(Capability.exit_ca_mode);
        terminal.puts(Capability.cursor_normal);
        terminal.flush();
        terminal.setAttributes(before);
        try {
            terminal.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
