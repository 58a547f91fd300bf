package io.verbus.tools.demo;

import io.verbus.tools.host.OwnedFolder;
import io.verbus.BusException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the demo leaves nothing of: a bus directory of its own, so that it meets no other process; a folder for files;
 * and its processes. Closed by whoever comes first, the demo or a signal (Ctrl-C).
 */
final class Workspace implements AutoCloseable {
    private final OwnedFolder bus;
    private final OwnedFolder files;
    private final List<Child> children = new ArrayList<>();
    private final Thread hook = new Thread(this::clear, "demo-cleanup");
    private boolean cleared;

    private Workspace(final OwnedFolder bus, final OwnedFolder files) {
        this.bus = bus;
        this.files = files;
    }

    /** Creates both folders, below {@code /dev/shm} and {@code /tmp} but for tests. */
    static Workspace create(final Path sharedMemory, final Path disk) {
        final OwnedFolder bus = OwnedFolder.create(sharedMemory);
        try {
            final Workspace workspace = new Workspace(bus, OwnedFolder.create(disk));
            Runtime.getRuntime().addShutdownHook(workspace.hook);
            return workspace;
        } catch (final BusException e) {
            bus.close();
            throw e;
        }
    }

    Path busDirectory() {
        return bus.path();
    }

    Path file(final String name) {
        return files.path().resolve(name);
    }

    ChildLauncher launcher() {
        return new ChildLauncher(ChildLauncher.thisCommand(), bus.path(), files.path());
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
            bus.close();
            files.close();
        }
    }
}
