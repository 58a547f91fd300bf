package io.verbus.support;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
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

/** A host in one JVM: several buses, each as in its own process, stepped by hand on a manual clock. */
public final class Host implements AutoCloseable {
    /** Clock advance per duty cycle in {@link #cycle}. */
    public static final long CYCLE_MS = 20;

    private final Path directory;
    private final Map<Bus, Path> locks = new HashMap<>();
    private final List<String> errors = new ArrayList<>();
    private long nowNs = 1_000_000_000;
    private boolean closing;

    /** A host whose processes share a directory. */
    public Host(final Path directory) {
        this.directory = directory;
    }

    /** Launches a bus in its own process. */
    public Bus launch() {
        return launch(Duration.ofSeconds(1));
    }

    /** Launches a bus in its own process, with a given progress timeout. */
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

    /** Kills the process of a bus, as the kernel reports it. The bus must not be stepped any more. */
    public void kill(final Bus bus) {
        try {
            Files.delete(locks.get(bus));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Advances the clock without any other step. */
    public void pass(final long ms) {
        nowNs += ms * 1_000_000;
    }

    /** Runs duty cycles of some buses, each followed by {@link #CYCLE_MS} on the clock. */
    public void cycle(final int times, final Bus... buses) {
        for (int i = 0; i < times; i++) {
            pass(CYCLE_MS);
            for (final Bus bus : buses) {
                bus.doWork();
            }
        }
    }

    /** Errors passed to the error handlers. */
    public List<String> errors() {
        return errors;
    }

    /** Lingering while a bus closes needs a clock that advances. */
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
