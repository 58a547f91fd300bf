package io.verbus.tools.demo;

import io.verbus.BusException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the demo leaves nothing of: a bus directory of its own, so that it meets no other process; a folder for files;
 * and its processes. Closed by whoever comes first, the demo or a signal (Ctrl-C).
 */
final class Workspace implements AutoCloseable {
    private final Path bus;
    private final Path files;
    private final List<Child> children = new ArrayList<>();
    private final Thread hook = new Thread(this::clear, "demo-cleanup");
    private boolean cleared;

    private Workspace(final Path bus, final Path files) {
        this.bus = bus;
        this.files = files;
    }

    /** Creates both folders; {@code sharedMemory} is {@code /dev/shm}, but for tests. */
    static Workspace create(final Path sharedMemory) {
        try {
            final Path bus = Files.createTempDirectory(sharedMemory, "verbus-demo-");
            final Workspace workspace = new Workspace(bus, Files.createTempDirectory("verbus-demo-"));
            Runtime.getRuntime().addShutdownHook(workspace.hook);
            return workspace;
        } catch (final IOException e) {
            throw new BusException("can't make a folder for the demo below " + sharedMemory + " and "
                    + System.getProperty("java.io.tmpdir") + ": " + e, e);
        }
    }

    Path busDirectory() {
        return bus;
    }

    Path file(final String name) {
        return files.resolve(name);
    }

    ChildLauncher launcher() {
        return new ChildLauncher(ChildLauncher.thisCommand(), bus, files);
    }

    /** Starts a process that ends with the workspace. */
    synchronized Child start(final ChildLauncher launcher, final String role, final String run,
            final List<String> arguments) {
        if (cleared) {
            throw new BusException("the demo was stopped");
        }
        try {
            final Child child = launcher.start(role, run, arguments);
            children.add(child);
            return child;
        } catch (final IOException e) {
            throw new BusException("can't start the " + role + ": " + e.getMessage(), e);
        }
    }

    /** Whether a signal has ended the demo. */
    synchronized boolean isCleared() {
        return cleared;
    }

    @Override
    public void close() {
        clear();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            // The JVM is ending: the hook runs already.
        }
    }

    private synchronized void clear() {
        if (!cleared) {
            cleared = true;
            children.forEach(Child::end);
            delete(bus);
            delete(files);
        }
    }

    private static void delete(final Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (final Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (final IOException | UncheckedIOException e) {
            System.err.println("demo: can't remove " + folder + ": " + e.getMessage());
        }
    }
}
