package io.verbus.tools.stat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;

/** The output of a live view: redraws a terminal, and appends to anything else, without escape sequences. */
final class LiveScreen {
    private static final String CLEAR = "\u001b[2J";
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";
    /** Shows that a line continues. */
    private static final String CUT = "~";
    private static final List<String> TERMINALS = List.of("/dev/pts/", "/dev/tty", "/dev/console");

    private final PrintWriter out;
    private final boolean isTerminal;
    private boolean hasPrinted;

    LiveScreen(final PrintWriter out, final boolean isTerminal) {
        this.out = out;
        this.isTerminal = isTerminal;
    }

    /** Whether the standard output of this process is a terminal, also if its standard input is not. */
    static boolean isTerminal() {
        try {
            final String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
            return TERMINALS.stream().anyMatch(target::startsWith);
        } catch (final IOException e) {
            return false;
        }
    }

    /**
     * Shows a text. Of lines that do not fit on a terminal, the last line states the number.
     *
     * @param text makes lines, each with its end, for a number of columns
     */
    void show(final IntFunction<String> text) {
        if (isTerminal) {
            draw(text, TerminalSize.ofProcess());
        } else {
            out.print(text.apply(TerminalSize.USUAL.columns()));
        }
        out.flush();
    }

    /** Draws on a terminal of a known size. */
    void draw(final IntFunction<String> text, final TerminalSize size) {
        out.print(hasPrinted ? HOME : CLEAR + HOME);
        final List<String> lines = text.apply(size.columns()).stripTrailing().lines().toList();
        final int room = size.lines() - 1;
        final int shown = lines.size() <= room ? lines.size() : Math.max(0, room - 1);
        lines.subList(0, shown).forEach(line -> print(line, size.columns()));
        if (shown < lines.size()) {
            print(lines.size() - shown + " more lines: use a higher terminal, or --filter", size.columns());
        }
        out.print(CLEAR_BELOW);
        hasPrinted = true;
    }

    private void print(final String line, final int columns) {
        out.print((line.length() <= columns ? line : line.substring(0, columns - 1) + CUT) + CLEAR_LINE + "\n");
    }
}
