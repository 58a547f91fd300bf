package io.verbus.tools.stat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The loop of the live screen: reads the host at an interval, and acts on keys at once. */
final class LiveStat {
    /** A request to end the process, and a new size of the terminal, are seen within this time. */
    private static final long KEY_WAIT_MS = 100;

    private final KeyTerminal terminal;
    private final StatScreen screen;
    private final StatSource source;

    LiveStat(final KeyTerminal terminal, final StatScreen screen, final StatSource source) {
        this.terminal = terminal;
        this.screen = screen;
        this.source = source;
    }

    /** Runs until a key or the end of the process is requested. */
    void run(final Duration interval, final CleanEnd end) {
        while (!screen.isEnded() && !end.await(0)) {
            final StatView view = source.next();
            screen.read(view);
            end.status(view.now().isWhole() ? 0 : 1);
            show(System.nanoTime() + interval.toNanos(), end);
        }
    }

    /** Shows one read of the host, until the next is due. */
    private void show(final long untilNs, final CleanEnd end) {
        TerminalSize drawn = null;
        boolean isDue = false;
        while (!isDue) {
            final TerminalSize size = terminal.size();
            if (!size.equals(drawn)) {
                terminal.draw(screen.lines(size, Instant.now()), size.columns());
                drawn = size;
            }
            final long remainingMs = TimeUnit.NANOSECONDS.toMillis(untilNs - System.nanoTime());
            final Optional<String> key = terminal.key(Math.min(KEY_WAIT_MS, remainingMs));
            if (key.isPresent()) {
                isDue = screen.press(key.get());
                drawn = null;
            }
            isDue |= screen.isEnded() || end.await(0) || System.nanoTime() >= untilNs;
        }
    }
}
