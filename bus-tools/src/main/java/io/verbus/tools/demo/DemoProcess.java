package io.verbus.tools.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A child process of the demo. Thread-safe. */
final class DemoProcess {
    private static final int LAST_LINES = 3;
    /** A process that is ended by a signal has this exit status plus the number of the signal. */
    private static final int SIGNAL_BASE = 128;
    private static final long END_TIMEOUT_SECONDS = 3;

    private final String role;
    private final Process process;
    private final Path errors;

    DemoProcess(final String role, final Process process, final Path errors) {
        this.role = role;
        this.process = process;
        this.errors = errors;
    }

    /** Waits up to {@code millis} for the process to end. Returns whether it has ended. */
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

    /** The exit status or signal, and the last lines of its standard error, as an error message. */
    String failureMessage() {
        final int status = process.exitValue();
        final String end = status > SIGNAL_BASE
                ? "the " + role + " process was killed by signal " + (status - SIGNAL_BASE)
                : "the " + role + " process failed with exit status " + status;
        final String last = lastLines();
        return last.isEmpty() ? end : end + ": " + last;
    }

    /** Ends the process with SIGTERM, and with SIGKILL if it does not end in time. */
    void end() {
        process.destroy();
        if (!awaitEnd(TimeUnit.SECONDS.toMillis(END_TIMEOUT_SECONDS))) {
            process.destroyForcibly();
            awaitEnd(TimeUnit.SECONDS.toMillis(END_TIMEOUT_SECONDS));
        }
    }

    private String lastLines() {
        try {
            // Decoding replaces invalid bytes, so they do not hide the valid text.
            final List<String> lines = new String(Files.readAllBytes(errors), StandardCharsets.UTF_8).lines()
                    .map(String::strip).filter(line -> !line.isEmpty()).toList();
            return String.join(" | ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (final IOException e) {
            return "";
        }
    }
}
