package io.verbus.recovery;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.recovery.RangeClient;
import io.verbus.internal.recovery.RangeReplay;
import io.verbus.internal.recovery.RangeRequest;
import io.verbus.internal.recovery.ReplayStreams;
import io.verbus.internal.recovery.Requesters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * Responds to range requests for a stream from its journal, which this or another process may be writing. Used by one
 * thread, not that of the recorder: reading files takes time.
 *
 * <p>A request is refused at once, with the cause, if the maximum number of responses is active or there is no room for
 * another one; the client repeats it. An invalid request is reported to the error handler of the bus. The server leaves
 * a session without a request after 1 s. So a client can block no response but its own.
 */
public final class RangeServer implements AutoCloseable {
    private static final int LIMIT = 64;
    private static final long IDLE_NS = 100_000;
    /** Above this number, a request stays in the log of its client. */
    private static final int MAX_REFUSALS = 64;
    /** Retry interval after a refusal for which there was no room. */
    private static final long RETRY_NS = 100_000_000;

    private final Bus bus;
    private final String stream;
    private final Path directory;
    private final ServeSettings settings;
    private final NanoClock clock;
    private final List<Requesters> requesters = new ArrayList<>();
    private final List<RangeReplay> answers = new ArrayList<>();
    private final PollHandler handler = this::onRequest;
    private long retryNs;
    private boolean hasReportedNoRoom;
    private long answered;
    private long messages;

    /**
     * Starts serving; {@link #doWork()} runs it.
     *
     * @param bus to communicate on; closed by the caller, after this server
     * @param stream that is recorded
     * @param directory of the journal; it may still be empty
     * @param settings of the server
     * @throws BusException if the name of the stream is too long, or an endpoint can't be used
     */
    public RangeServer(final Bus bus, final String stream, final Path directory, final ServeSettings settings) {
        this.bus = bus;
        this.stream = stream;
        this.directory = directory;
        this.settings = settings;
        this.clock = bus.settings().clocks().monotonic();
        this.retryNs = clock.nanoTime();
        final SubscriptionSettings settingsOfRequests = SubscriptionSettings.of(ReplayStreams.requests(stream))
                .withName(RangeClient.SERVER).withPolicy(Policy.BLOCK).withCopies(true).withStart(Start.oldest());
        requesters.add(new Requesters(bus.subscribe(settingsOfRequests)));
        if (!settings.endpoints().isEmpty()) {
            try {
                requesters.add(new Requesters(
                        bus.subscribe(
                                settingsOfRequests.withEndpoints(settings.endpoints().toArray(Endpoint[]::new)))));
            } catch (final BusException e) {
                close();
                throw e;
            }
        }
    }

    /**
     * Runs one duty cycle: accepts requests and continues responses. Never waits.
     *
     * @return the amount of work; 0 if there is none at present
     */
    public int doWork() {
        final long nowNs = clock.nanoTime();
        int work = 0;
        for (final Requesters one : requesters) {
            work += one.requests().poll(handler, LIMIT);
            work += one.doWork(nowNs);
        }
        for (final RangeReplay answer : answers) {
            work += answer.doWork(nowNs);
            active(answer.requester(), nowNs);
        }
        answers.removeIf(this::isDone);
        return work;
    }

    private boolean isDone(final RangeReplay answer) {
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
        if (nowNs - retryNs < 0 || answers.size() >= settings.answers() + MAX_REFUSALS) {
            return Action.NOT_TAKEN;
        }
        final RangeRequest request;
        try {
            request = RangeRequest.decode(buffer, offset, length);
            if (!request.answer().equals(ReplayStreams.answer(stream, request.id()))) {
                throw new BusException("range request with response stream " + request.answer() + ", expected "
                        + ReplayStreams.answer(stream, request.id()));
            }
        } catch (final BusException e) {
            report("rejected: ", e);
            return Action.TAKEN;
        }
        return answer(new RangeReplay.Call(request, header.session(), settings, nowNs))
                ? Action.TAKEN
                : Action.NOT_TAKEN;
    }

    /** Returns whether there is a response, which may be a refusal. */
    private boolean answer(final RangeReplay.Call call) {
        if (answers.stream().filter(answer -> !answer.isRefusal()).count() >= settings.answers()) {
            return refuse("all " + settings.answers() + " responses are in use", call);
        }
        try {
            answers.add(RangeReplay.serving(bus, directory, call));
            hasReportedNoRoom = false;
            return true;
        } catch (final BusException e) {
            if (!hasReportedNoRoom) { // report it once, not per repetition
                hasReportedNoRoom = true;
                report("refused: ", e);
            }
            return refuse("the recorder could not start its response: " + e.getMessage(), call);
        }
    }

    private boolean refuse(final String cause, final RangeReplay.Call call) {
        try {
            answers.add(RangeReplay.refusing(bus, cause, call));
            return true;
        } catch (final BusException e) {
            retryNs = call.nowNs() + RETRY_NS;
            return false;
        }
    }

    private void report(final String outcome, final BusException why) {
        bus.errorHandler()
                .onError(new BusException("range request for stream " + stream + " " + outcome + why.getMessage(),
                        why));
    }

    /** {@return the number of sessions that were left because they sent no request} */
    public long left() {
        return requesters.stream().mapToLong(Requesters::left).sum();
    }

    /** {@return the number of finished responses, without refusals} */
    public long answered() {
        return answered;
    }

    /** {@return the number of messages in these responses} */
    public long messages() {
        return messages;
    }

    /**
     * Stops serving: active responses end where they are. Waits, at most for the patience, until their readers have
     * received the end.
     */
    @Override
    public void close() {
        while (!answers.isEmpty()) {
            answers.removeIf(RangeReplay::end);
            if (!answers.isEmpty()) {
                LockSupport.parkNanos(IDLE_NS);
            }
        }
        requesters.forEach(one -> one.requests().close());
        requesters.clear();
    }
}
