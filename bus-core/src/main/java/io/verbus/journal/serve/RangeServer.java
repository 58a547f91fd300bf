package io.verbus.journal.serve;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Header;
import io.verbus.MessageHandler;
import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.recovery.range.RangeRequest;
import io.verbus.recovery.range.ReplayStreams;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * Answers requests for ranges of a stream from its journal, which may be written meanwhile, by this process or another.
 * Used by one thread, not that of the recorder: reading files takes time.
 *
 * <p>Requests that find all answers taken stay where they are, in the log of whoever asks. One that makes no sense is
 * told to the error handler of the bus. Nobody who asks can hold up anything but the own answer.
 */
public final class RangeServer implements AutoCloseable {
    private static final int LIMIT = 64;
    private static final long REST_NS = 100_000;

    private final Bus bus;
    private final String stream;
    private final Path directory;
    private final ServeSettings settings;
    private final NanoClock clock;
    private final List<Subscription> requests = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private final MessageHandler handler = this::onRequest;
    private long answered;
    private long messages;

    /**
     * Serves from now on, whenever {@link #turn()} is called.
     *
     * @param bus to meet subscribers on; closed by the caller, after this
     * @param stream that is recorded
     * @param directory of the journal; it need not hold anything yet
     * @param settings how
     * @throws BusException if the name of the stream is too long, or an endpoint can't be used
     */
    public RangeServer(final Bus bus, final String stream, final Path directory, final ServeSettings settings) {
        this.bus = bus;
        this.stream = stream;
        this.directory = directory;
        this.settings = settings;
        this.clock = bus.settings().clocks().monotonic();
        final SubscriptionSettings wish = SubscriptionSettings.of(ReplayStreams.requests(stream))
                .withName("range server").withPolicy(Policy.BLOCK).withCopies(true).withStart(Start.oldest());
        requests.add(bus.subscribe(wish));
        if (!settings.endpoints().isEmpty()) {
            try {
                requests.add(bus.subscribe(wish.withEndpoints(settings.endpoints().toArray(Endpoint[]::new))));
            } catch (final BusException e) {
                close();
                throw e;
            }
        }
    }

    /**
     * Takes requests and goes on with answers. Waits for nobody.
     *
     * @return how much was done; 0 when there is nothing to do at present
     */
    public int turn() {
        final long nowNs = clock.nanoTime();
        int work = 0;
        for (final Subscription subscription : requests) {
            work += subscription.poll(handler, LIMIT);
        }
        for (final Answer answer : answers) {
            work += answer.turn(nowNs);
        }
        answers.removeIf(this::isDone);
        return work;
    }

    private boolean isDone(final Answer answer) {
        if (answer.isDone()) {
            answered++;
            messages += answer.messages();
        }
        return answer.isDone();
    }

    private Action onRequest(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        if (answers.size() >= settings.answers()) {
            return Action.NOT_TAKEN;
        }
        try {
            final RangeRequest request = RangeRequest.decode(buffer, offset, length);
            if (!request.answer().equals(ReplayStreams.answer(stream, request.id()))) {
                throw new BusException("a request that wants its answer on " + request.answer() + ", which is not "
                        + ReplayStreams.answer(stream, request.id()));
            }
            answers.add(new Answer(bus, directory, request, settings, clock.nanoTime()));
        } catch (final BusException e) {
            bus.errorHandler().onError(new BusException("a range of stream " + stream + " is not served: "
                    + e.getMessage(), e));
        }
        return Action.TAKEN;
    }

    /** {@return requests whose answers are over} */
    public long answered() {
        return answered;
    }

    /** {@return messages in those answers} */
    public long messages() {
        return messages;
    }

    /**
     * Serves no more: answers that are under way end where they are. Waits, at most for the patience, until those who
     * read them have heard that.
     */
    @Override
    public void close() {
        while (!answers.isEmpty()) {
            answers.removeIf(Answer::end);
            if (!answers.isEmpty()) {
                LockSupport.parkNanos(REST_NS);
            }
        }
        requests.forEach(Subscription::close);
        requests.clear();
    }
}
