package io.verbus.tools.demo;

import io.verbus.BusException;
import io.verbus.tools.host.OwnedFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The temporary resources of the demo: a private bus directory, a folder for files, and the child processes. Closed by
 * the demo or by the shutdown hook (Ctrl-C), whichever runs first.
 */
final class Workspace implements AutoCloseable {
    private final OwnedFolder bus;
    private final OwnedFolder files;
    private final List<DemoProcess> children = new ArrayList<>();
    private final Thread hook = new Thread(this::clear, "demo-cleanup");
    private boolean cleared;

    private Workspace(final OwnedFolder bus, final OwnedFolder files) {
        this.bus = bus;
        this.files = files;
    }

    /** Creates both folders; in production below {@code /dev/shm} and {@code /tmp}. */
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

    /** Starts processes with the output in this workspace; the command is followed by the arguments of Verbus. */
    ChildLauncher launcher(final List<String> command) {
        return new ChildLauncher(command, bus.path(), files.path());
    }

    /** Starts a process that is ended when the workspace is closed. */
    synchronized DemoProcess start(final ChildLauncher launcher, final String role, final String run,
            final List<String> arguments) {
        if (cleared) {
            throw new BusException("the demo was stopped");
        }
        try {
            final DemoProcess child = launcher.start(role, run, arguments);
            children.add(child);
            return child;
        } catch (final IOException e) {
            throw new BusException("cannot start the " + role + " process" + ": " + e.getMessage(), e);
        }
    }

    /** Whether the workspace is already closed, for example by a signal. */
    synchronized boolean isCleared() {
        return cleared;
    }

    @Override
    public void close() {
        clear();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            // The JVM is shutting down: the hook is already running.
        }
    }

    private synchronized void clear() {
        if (!cleared) {
            cleared = true;
            children.forEach(DemoProcess::end);
            bus.close();
            files.close();
        }
    }
}
