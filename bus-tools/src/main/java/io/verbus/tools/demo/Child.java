package io.verbus.tools.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of the demo. Thread-safe. */
final class Child {
    private static final int LAST_LINES = 3;
    /** An exit status above this is it plus the number of a signal. */
    private static final int SIGNALLED = 128;
    private static final long PATIENCE_SECONDS = 3;

    private final String role;
    private final Process process;
    private final Path errors;

    Child(final String role, final Process process, final Path errors) {
        this.role = role;
        this.process = process;
        this.errors = errors;
    }

    /** Waits for its end, not for longer than {@code millis}; returns whether it has ended. */
    boolean awaitEnd(final long millis) {
        try {
            return process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        }
    }

    boolean hasFailed() {
        return !process.isAlive() && process.exitValue() != 0;
    }

    /** How it ended, and the last that it said, as one sentence. */
    String sentence() {
        final int status = process.exitValue();
        final String end = status > SIGNALLED
                ? "the " + role + " process was ended by signal " + (status - SIGNALLED)
                : "the " + role + " process ended with exit status " + status;
        final String last = lastLines();
        return last.isEmpty() ? end : end + ": " + last;
    }

    /** Asks it to end; then, when it does not, makes it. */
    void end() {
        process.destroy();
        if (!awaitEnd(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS))) {
            process.destroyForcibly();
            awaitEnd(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        }
    }

    private String lastLines() {
        try {
            // The process may write anything: bytes that are no text must not hide the rest.
            final List<String> lines = new String(Files.readAllBytes(errors), StandardCharsets.UTF_8).lines()
                    .map(String::strip).filter(line -> !line.isEmpty()).toList();
            return String.join(" | ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (final IOException e) {
            return "";
        }
    }
}
