package io.verbus.latency.serve;

import io.verbus.BusException;
import io.verbus.latency.compare.SubjectTeam;
import io.verbus.latency.control.Control;
import io.verbus.latency.worker.ControlLine;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/** The process of a far side, with the thread that waits for its answers. */
final class ServedSide implements AutoCloseable {
    /** Orders that wait: a client waits for the answer to each, but for the one that ends the side. */
    private static final int MAX_ORDERS = 16;

    private final Answers answers;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Supplier<SubjectTeam> start;
    private final Semaphore orders = new Semaphore(MAX_ORDERS);
    private volatile SubjectTeam team;

    /** Where the answer to an order goes. */
    interface Answers {
        void send(long number, ControlLine answer) throws IOException;
    }

    ServedSide(final Answers answers, final Supplier<SubjectTeam> start) {
        this.answers = answers;
        this.start = start;
    }

    /**
     * Carries out an order on the thread of this side, after the earlier ones; the first one starts the process.
     *
     * @throws BusException if too many are unanswered
     */
    void submit(final long number, final Function<SubjectTeam, ControlLine> work) {
        if (!orders.tryAcquire()) {
            throw new BusException("more than " + MAX_ORDERS + " orders at a time");
        }
        thread.execute(() -> {
            carryOut(number, work);
            orders.release();
        });
    }

    private void carryOut(final long number, final Function<SubjectTeam, ControlLine> work) {
        ControlLine answer;
        try {
            if (team == null) {
                team = start.get();
            }
            answer = work.apply(team);
        } catch (final BusException e) {
            answer = failed(e.getMessage());
        } catch (final RuntimeException e) { // else the client would wait for the answer
            answer = failed("the server has failed: " + e);
        }
        try {
            answers.send(number, answer);
        } catch (final IOException e) {
            // the client has gone; the thread that receives its orders reports it
        }
    }

    private static ControlLine failed(final String cause) {
        return ControlLine.of(Control.FAILED).with(Control.CAUSE, cause);
    }

    /** Ends the process, also if its thread waits for an answer. */
    @Override
    public void close() {
        final SubjectTeam started = team;
        if (started != null) {
            started.close();
        }
        thread.close();
        if (started == null && team != null) {
            team.close();
        }
    }
}
