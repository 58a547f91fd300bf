package io.verbus.tools.journal;

import io.verbus.Bus;
import io.verbus.recovery.RangeServer;
import io.verbus.recovery.ServeSettings;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/** A thread that serves ranges of a journal while another thread records it. */
final class Serving implements AutoCloseable {
    private static final long LONGEST_REST_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int SPINS = 100;

    private final RangeServer server;
    private final Bus bus;
    private final Thread thread;
    private volatile boolean isClosing;

    private Serving(final Bus bus, final RangeServer server) {
        this.bus = bus;
        this.server = server;
        this.thread = Thread.ofPlatform().name("range-server").daemon().unstarted(this::run);
    }

    /** Starts the thread. A thread inherits the affinity of its creator, so the caller is pinned only afterwards. */
    static Serving start(final Bus bus, final String stream, final Path directory, final ServeSettings settings) {
        final Serving serving = new Serving(bus, new RangeServer(bus, stream, directory, settings));
        serving.thread.start();
        return serving;
    }

    private void run() {
        final IdleStrategy idle = new BackoffIdleStrategy(SPINS, 1, 1_000, LONGEST_REST_NS);
        try {
            while (!isClosing) {
                idle.idle(server.doWork());
            }
        } catch (final Throwable t) { // recording continues without it
            bus.errorHandler().onError(t);
        }
    }

    /** Number of answered requests. Valid after close. */
    long answered() {
        return server.answered();
    }

    /** Number of messages in all range responses. Valid after close. */
    long messages() {
        return server.messages();
    }

    @Override
    public void close() {
        isClosing = true;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        server.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
