package io.verbus.tools.journal;

import io.verbus.Bus;
import io.verbus.journal.serve.RangeServer;
import io.verbus.journal.serve.ServeSettings;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/** A thread that serves ranges of a journal, while another one records. */
final class Serving implements AutoCloseable {
    private static final long LONGEST_REST_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int SPINS = 100;

    private final RangeServer server;
    private final Bus bus;
    private final Thread thread;
    private volatile boolean ending;

    private Serving(final Bus bus, final RangeServer server) {
        this.bus = bus;
        this.server = server;
        this.thread = Thread.ofPlatform().name("range-server").daemon().unstarted(this::run);
    }

    /** Starts one. Threads inherit their affinity: before the caller is pinned. */
    static Serving start(final Bus bus, final String stream, final Path directory, final ServeSettings settings) {
        final Serving serving = new Serving(bus, new RangeServer(bus, stream, directory, settings));
        serving.thread.start();
        return serving;
    }

    private void run() {
        final IdleStrategy idle = new BackoffIdleStrategy(SPINS, 1, 1_000, LONGEST_REST_NS);
        try {
            while (!ending) {
                idle.idle(server.turn());
            }
        } catch (final Throwable t) { // recording goes on without it
            bus.errorHandler().onError(t);
        }
    }

    /** Requests that were answered; when it is closed. */
    long answered() {
        return server.answered();
    }

    /** Messages in the answers; when it is closed. */
    long messages() {
        return server.messages();
    }

    @Override
    public void close() {
        ending = true;
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
