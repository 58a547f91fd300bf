package io.verbus.latency.worker;

import io.verbus.BusException;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A child process: its start, its end and the description of its failure. Thread-safe.
 *
 * <p>The kernel kills it when this process ends, however that ends: a stopped child could not notice it. Without
 * {@code /usr/bin/setpriv} (util-linux) it does not, and stopped children outlive a killed process.
 *
 * @param name in messages
 * @param process of the operating system
 * @param errors file of its standard error; null if there is none
 */
public record ChildProcess(String name, Process process, File errors) {
    private static final int LAST_LINES = 3;
    /** A process that is ended by a signal has this exit status plus the number of the signal. */
    private static final int SIGNAL_BASE = 128;
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
    /** The kernel kills the child at the end of the thread that started it, so this thread lives as long as the JVM. */
    private static final ExecutorService STARTER = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("child-starter").factory());

    /**
     * Returns a builder of a child process.
     *
     * @param command with its arguments
     * @param busDirectory of the process
     * @return the builder, for the redirections
     */
    public static ProcessBuilder builder(final List<String> command, final Path busDirectory) {
        final ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("VERBUS_DIR", busDirectory.toString());
        builder.environment().remove("VERBUS_CONFIG"); // a file of the user must not change a measurement
        return builder;
    }

    /**
     * Starts a process.
     *
     * @param name in messages: the feed process
     * @param builder of the process
     * @return the process
     * @throws BusException if it cannot be started
     */
    public static ChildProcess start(final String name, final ProcessBuilder builder) {
        final Redirect errors = builder.redirectErrorStream() ? builder.redirectOutput() : builder.redirectError();
        final List<String> command = builder.command();
        if (Files.isExecutable(SETPRIV) && Files.isExecutable(Path.of(command.getFirst()))) {
            builder.command(Stream.concat(Stream.of(SETPRIV.toString(), "--pdeathsig", "KILL"), command.stream())
                    .toList());
        }
        try {
            return new ChildProcess(name, STARTER.submit(builder::start).get(), errors.file());
        } catch (final ExecutionException e) {
            throw new BusException("cannot start " + name + ": " + e.getCause().getMessage(), e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BusException("interrupted at the start of " + name, e);
        }
    }

    /**
     * Waits for the end of the process; returns at once if the thread is interrupted, which then stays so.
     *
     * @param millis timeout
     * @return whether the process has ended
     */
    public boolean awaitEnd(final long millis) {
        try {
            return process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        }
    }

    /** {@return whether the process has ended with another exit status than 0} */
    public boolean hasFailed() {
        return !process.isAlive() && process.exitValue() != 0;
    }

    /** {@return the exit status or signal, and the last lines of its standard error, as an error message} */
    public String failureMessage() {
        final int status = process.exitValue();
        final String end = status > SIGNAL_BASE
                ? name + " was killed by signal " + (status - SIGNAL_BASE)
                : name + " failed with exit status " + status;
        final String last = lastLines();
        return last.isEmpty() ? end : end + ": " + last;
    }

    /**
     * Ends the process with SIGTERM, and with SIGKILL if it does not end in time.
     *
     * @param millis timeout
     */
    public void end(final long millis) {
        process.destroy();
        endWithin(millis);
    }

    /**
     * Waits for the end of the process, and ends it with SIGKILL if it does not end in time.
     *
     * @param millis timeout, also for the end by SIGKILL
     */
    public void endWithin(final long millis) {
        if (!awaitEnd(millis)) {
            process.destroyForcibly();
            awaitEnd(millis);
        }
    }

    private String lastLines() {
        if (errors == null) {
            return "";
        }
        try {
            // Decoding replaces invalid bytes, so they do not hide the valid text.
            final List<String> lines = new String(Files.readAllBytes(errors.toPath()), StandardCharsets.UTF_8).lines()
                    .map(String::strip).filter(line -> !line.isEmpty()).toList();
            return String.join(" | ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (final IOException e) {
            return "";
        }
    }
}
