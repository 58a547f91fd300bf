package io.verbus.journal.serve;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Header;
import io.verbus.MessageHandler;
import io.verbus.Policy;
import io.verbus.Start;
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
 * <p>A request that finds all answers taken, or no room for its answer, is refused at once, with the reason; a client
 * repeats it. One that makes no sense is told to the error handler of the bus. A session that sends no request is left
 * after a second. So a client can hold up no answer but its own.
 */
public final class RangeServer implements AutoCloseable {
    private static final int LIMIT = 64;
    private static final long REST_NS = 100_000;
    /** Beyond these, a request stays where it is, in the log of its client. */
    private static final int MOST_REFUSALS = 64;
    /** Until a request is tried again for whose refusal there was no room. */
    private static final long RETRY_NS = 100_000_000;

    private final Bus bus;
    private final String stream;
    private final Path directory;
    private final ServeSettings settings;
    private final NanoClock clock;
    private final List<Requesters> requesters = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private final MessageHandler handler = this::onRequest;
    private long triesAgainNs;
    private boolean hasToldOfRoom;
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
        this.triesAgainNs = clock.nanoTime();
        final SubscriptionSettings wish = SubscriptionSettings.of(ReplayStreams.requests(stream))
                .withName("range server").withPolicy(Policy.BLOCK).withCopies(true).withStart(Start.oldest());
        requesters.add(new Requesters(bus.subscribe(wish)));
        if (!settings.endpoints().isEmpty()) {
            try {
                requesters.add(new Requesters(
                        bus.subscribe(wish.withEndpoints(settings.endpoints().toArray(Endpoint[]::new)))));
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
        for (final Requesters one : requesters) {
            work += one.requests().poll(handler, LIMIT);
            work += one.turn(nowNs);
        }
        for (final Answer answer : answers) {
            work += answer.turn(nowNs);
            active(answer.requester(), nowNs);
        }
        answers.removeIf(this::isDone);
        return work;
    }

    private boolean isDone(final Answer answer) {
        if (answer.isDone() && !answer.isRefusal()) {
            answered++;
            messages += answer.messages();
        }
        return answer.isDone();
    }

    private void active(final long session, final long nowNs) {
        for (final Requesters one : requesters) {
            one.active(session, nowNs);
        }
    }

    private Action onRequest(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final long nowNs = clock.nanoTime();
        active(header.session(), nowNs);
        if (nowNs - triesAgainNs < 0 || answers.size() >= settings.answers() + MOST_REFUSALS) {
            return Action.NOT_TAKEN;
        }
        final RangeRequest request;
        try {
            request = RangeRequest.decode(buffer, offset, length);
            if (!request.answer().equals(ReplayStreams.answer(stream, request.id()))) {
                throw new BusException("a request that wants its answer on " + request.answer() + ", which is not "
                        + ReplayStreams.answer(stream, request.id()));
            }
        } catch (final BusException e) {
            tell("is not served: ", e);
            return Action.TAKEN;
        }
        return answer(new Answer.Call(request, header.session(), settings, nowNs)) ? Action.TAKEN : Action.NOT_TAKEN;
    }

    /** Whether there is an answer, be it that none is served at present. */
    private boolean answer(final Answer.Call call) {
        if (answers.stream().filter(answer -> !answer.isRefusal()).count() >= settings.answers()) {
            return refuse(settings.answers() + " ranges are being served, which is the most at once", call);
        }
        try {
            answers.add(Answer.serving(bus, directory, call));
            hasToldOfRoom = false;
            return true;
        } catch (final BusException e) {
            if (!hasToldOfRoom) { // not at each repetition
                hasToldOfRoom = true;
                tell("is refused: ", e);
            }
            return refuse("the recorder could not begin its answer: " + e.getMessage(), call);
        }
    }

    private boolean refuse(final String cause, final Answer.Call call) {
        try {
            answers.add(Answer.refusing(bus, cause, call));
            return true;
        } catch (final BusException e) {
            triesAgainNs = call.nowNs() + RETRY_NS;
            return false;
        }
    }

    private void tell(final String what, final BusException why) {
        bus.errorHandler().onError(new BusException("a range of stream " + stream + " " + what + why.getMessage(),
                why));
    }

    /** {@return sessions that were left because they asked for nothing} */
    public long left() {
        return requesters.stream().mapToLong(Requesters::left).sum();
    }

    /** {@return requests whose answers are over; refusals do not count} */
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
        requesters.forEach(one -> one.requests().close());
        requesters.clear();
    }
}
