package io.verbus.tools.demo;

import io.verbus.BusException;
import io.verbus.latency.worker.ChildProcess;
import io.verbus.tools.host.OwnedFolder;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The temporary resources of the demo: a private bus directory, a folder for files, and the child processes. Closed by
 * the demo or by the shutdown hook (Ctrl-C), whichever runs first.
 */
final class Workspace implements AutoCloseable {
    private static final long END_TIMEOUT_MS = 3_000;

    private final OwnedFolder bus;
    private final OwnedFolder files;
    private final List<ChildProcess> children = new ArrayList<>();
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

    /**
     * Starts a process that is ended when the workspace is closed.
     *
     * @param command up to the arguments of Verbus
     * @param role its role, for messages: "feed"
     * @param run name of its run; part of the names of its output files
     * @param arguments of the Verbus command line
     */
    synchronized ChildProcess start(final List<String> command, final String role, final String run,
            final List<String> arguments) {
        if (cleared) {
            throw new BusException("the demo was stopped");
        }
        final List<String> line = Stream.concat(command.stream(), arguments.stream()).toList();
        final ChildProcess child = ChildProcess.start("the " + role + " process",
                ChildProcess.builder(line, bus.path()).redirectInput(new File("/dev/null"))
                        .redirectOutput(file(run + "-" + role + ".out").toFile())
                        .redirectError(file(run + "-" + role + ".err").toFile()));
        children.add(child);
        return child;
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
            children.forEach(child -> child.end(END_TIMEOUT_MS));
            bus.close();
            files.close();
        }
    }
}
