package io.verbus.testkit;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.time.Clocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A host in one JVM: several buses, each as in a process of its own, stepped by hand on a clock that stands still
 * unless it is told to move.
 */
public final class Host implements AutoCloseable {
    /** How far {@link #cycle} moves the clock. */
    public static final long CYCLE_MS = 20;

    private final Path directory;
    private final Map<Bus, Path> locks = new HashMap<>();
    private final List<String> errors = new ArrayList<>();
    private long nowNs = 1_000_000_000;
    private boolean closing;

    /** A host whose processes meet in a directory. */
    public Host(final Path directory) {
        this.directory = directory;
    }

    /** A bus in a process of its own. */
    public Bus launch() {
        return launch(Duration.ofSeconds(1));
    }

    /** A bus in a process of its own, with another progress time-out. */
    public Bus launch(final Duration progressTimeout) {
        final List<Path> before = lockFiles();
        final Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                .withClocks(new Clocks(this::nowNs, this::nowNs)).withErrorHandler(t -> errors.add(t.getMessage()))
                .withHeartbeatTimeout(Duration.ofMillis(100)).withProgressTimeout(progressTimeout));
        final List<Path> after = new ArrayList<>(lockFiles());
        after.removeAll(before);
        locks.put(bus, after.getFirst());
        return bus;
    }

    /** Makes the kernel say that the process of a bus is dead. It is not to be stepped any more. */
    public void kill(final Bus bus) {
        try {
            Files.delete(locks.get(bus));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Time passes, and nobody does anything. */
    public void pass(final long ms) {
        nowNs += ms * 1_000_000;
    }

    /** Duty cycles of some buses, as they would come. */
    public void cycle(final int times, final Bus... buses) {
        for (int i = 0; i < times; i++) {
            pass(CYCLE_MS);
            for (final Bus bus : buses) {
                bus.doWork();
            }
        }
    }

    /** What went to the error handlers. */
    public List<String> errors() {
        return errors;
    }

    /** Who lingers while a bus is closed needs a clock that moves. */
    private long nowNs() {
        nowNs += closing ? CYCLE_MS * 1_000_000 : 0;
        return nowNs;
    }

    @Override
    public void close() {
        closing = true;
        locks.keySet().forEach(Bus::close);
    }

    private List<Path> lockFiles() {
        final Path processes = directory.resolve(".processes");
        if (!Files.exists(processes)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(processes)) {
            return files.filter(file -> file.toString().endsWith(".lock")).toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
