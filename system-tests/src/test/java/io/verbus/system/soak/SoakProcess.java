package io.verbus.system.soak;

import io.verbus.latency.worker.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The process of a role. It is restarted when it has ended, and interrupted or killed at intervals. */
final class SoakProcess {
    /** For a feed, which lingers for its readers when it is interrupted. */
    private static final long PATIENCE_MS = 20_000;
    private static final int USAGE = 2;
    /** A shorter life is that of a process that does not work. */
    private static final long SHORTEST_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int MOST_SHORT_LIVES = 5;

    private final Role role;
    private final List<String> command;
    private final Path directory;
    private final Path bus;
    private final LongSupplier clock;
    private ChildProcess child;
    private long startNs;
    private boolean ended;
    private int restarts;
    private int shortLives;
    private String failure;

    SoakProcess(final Role role, final Path launcher, final Path directory, final Path bus, final Path session,
            final LongSupplier clock) {
        this.role = role;
        this.clock = clock;
        this.directory = directory;
        this.bus = bus;
        this.command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(role.arguments(directory, session));
    }

    Role role() {
        return role;
    }

    int restarts() {
        return restarts;
    }

    /** Why the role does not work, one line; null if it works. */
    String failure() {
        return failure;
    }

    /** Starts the process if it does not run: books end with their session. */
    void keepAlive() {
        if (failure != null || child != null && child.process().isAlive()) {
            return;
        }
        if (child != null && !ended) {
            judge(child.process().exitValue());
            if (failure != null) {
                return;
            }
        }
        ended = false;
        startNs = clock.getAsLong();
        final ProcessBuilder builder = ChildProcess.builder(command, bus).redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(directory.resolve(role.label() + ".log").toFile()));
        builder.environment().put("VERBUS_JAVA_OPTS", "-Xms32m -Xmx256m -XX:-AlwaysPreTouch");
        child = ChildProcess.start("the " + role.label(), builder);
        restarts++;
    }

    /** Waits for the end of the process, for some time at most. */
    void awaitEnd(final long millis) {
        child.awaitEnd(millis);
    }

    /** A process has ended without a request: books do so when their session ends, but live for some time before. */
    private void judge(final int status) {
        final boolean isShort = clock.getAsLong() - startNs < SHORTEST_NS;
        shortLives = isShort ? shortLives + 1 : 0;
        if (status == USAGE) {
            failure = role.label() + " ended with status " + USAGE + ", wrong usage; see its log";
        } else if (shortLives >= MOST_SHORT_LIVES) {
            failure = role.label() + " ended within " + TimeUnit.NANOSECONDS.toSeconds(SHORTEST_NS) + " s, "
                    + shortLives + " times in a row, with status " + status + "; see its log";
        }
    }

    /** Ends the process; every other time by SIGKILL, as in a crash. */
    void end() {
        if (child != null) {
            ended = child.process().isAlive();
            if (restarts % 2 == 0) {
                child.process().destroyForcibly();
            }
            child.end(PATIENCE_MS);
        }
    }

    /** Resident memory in bytes; 0 if it does not run. */
    long residentBytes() {
        try (Stream<String> lines = Files.lines(proc("status"))) {
            return 1024 * lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).sum();
        } catch (final IOException | UncheckedIOException e) {
            return 0; // the process has ended
        }
    }

    /** Open descriptors; 0 if it does not run. */
    long descriptors() {
        final String[] names = proc("fd").toFile().list();
        return names == null ? 0 : names.length;
    }

    private Path proc(final String file) {
        return Path.of("/proc", Long.toString(child.process().pid()), file);
    }
}
