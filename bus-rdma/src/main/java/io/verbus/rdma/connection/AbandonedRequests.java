package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.rdma.link.Epoch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Connection requests that were given up before their answer, on iWARP. There the kernel destroys the queue pair of a
 * request only after its answer, or the timeout of the driver, which is 10 s with Soft-iWARP and longer on cards: the
 * call waits for it. So a thread of its own makes it, and the conductor closes the rest afterwards. Conductor only.
 *
 * <p>A transport that closes does not wait for it either: the last thread closes what the requests use.
 */
final class AbandonedRequests {
    private final Consumer<BusException> errors;
    private List<Abandoned> requests = new ArrayList<>();

    AbandonedRequests(final Consumer<BusException> errors) {
        this.errors = errors;
    }

    private static final class Abandoned {
        private final Epoch request;
        private final Thread thread;
        private BusException failure;

        Abandoned(final Epoch request) {
            this.request = request;
            this.thread = start("verbus-rdma-abandoned", this::destroy);
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

    /**
     * Ends the use. Without open requests {@code rest} runs now, else on a thread of its own after they are closed; its
     * failures are reported then.
     *
     * @param rest closes what the requests use
     */
    void finish(final Runnable rest) {
        conduct();
        if (requests.isEmpty()) {
            rest.run();
            return;
        }
        final List<Abandoned> open = requests;
        requests = new ArrayList<>();
        start("verbus-rdma-closing", () -> {
            open.forEach(abandoned -> join(abandoned.thread));
            open.forEach(this::finish);
            try {
                rest.run();
            } catch (final BusException e) {
                errors.accept(e);
            }
        });
    }

    private static Thread start(final String name, final Runnable work) {
        return Thread.ofPlatform().daemon().name(name).start(work);
    }

    /** Nothing interrupts the thread. */
    private static void join(final Thread thread) {
        boolean ended = false;
        while (!ended) {
            try {
                thread.join();
                ended = true;
            } catch (final InterruptedException e) {
                continue;
            }
        }
    }
}
