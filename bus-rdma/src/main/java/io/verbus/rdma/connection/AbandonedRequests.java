package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.rdma.link.CloseHelper;
import io.verbus.rdma.link.Epoch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Connection requests that were given up before their answer, on iWARP. There the kernel destroys the queue pair of a
 * request only after its answer, or the timeout of the driver, which is 10 s with Soft-iWARP and longer on cards: the
 * call waits for it. So a thread of its own makes it, and the conductor closes the rest afterwards. Conductor only.
 */
final class AbandonedRequests implements AutoCloseable {
    private final Consumer<BusException> errors;
    private final List<Abandoned> requests = new ArrayList<>();

    AbandonedRequests(final Consumer<BusException> errors) {
        this.errors = errors;
    }

    private static final class Abandoned {
        private final Epoch request;
        private final Thread thread;
        private BusException failure;

        Abandoned(final Epoch request) {
            this.request = request;
            this.thread = Thread.ofPlatform().daemon().name("verbus-rdma-abandoned").start(this::destroy);
        }

        private void destroy() {
            try {
                request.queuePair().close();
            } catch (final BusException e) {
                failure = e; // read after the end of the thread
            }
        }
    }

    /** Closes a request as soon as it is answered. */
    void add(final Epoch request) {
        request.end("given up");
        requests.add(new Abandoned(request));
    }

    /** One duty cycle. */
    void conduct() {
        for (int i = requests.size() - 1; i >= 0; i--) {
            if (!requests.get(i).thread.isAlive()) {
                finish(requests.remove(i));
            }
        }
    }

    private void finish(final Abandoned abandoned) {
        try {
            abandoned.request.close();
        } catch (final BusException e) {
            errors.accept(e);
        }
        if (abandoned.failure != null) {
            errors.accept(abandoned.failure);
        }
    }

    /** Waits until all requests are answered. */
    @Override
    public void close() {
        for (final Abandoned abandoned : requests) {
            join(abandoned.thread);
        }
        final Deque<Epoch> all = new ArrayDeque<>(requests.stream().map(abandoned -> abandoned.request).toList());
        requests.clear();
        CloseHelper.closeAll(all);
    }

    private static void join(final Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
