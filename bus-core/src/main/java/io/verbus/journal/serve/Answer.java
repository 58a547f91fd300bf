package io.verbus.journal.serve;

import io.verbus.Bus;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Endpoint;
import io.verbus.recovery.range.AnswerWriter;
import io.verbus.recovery.range.RangeRequest;
import java.nio.file.Path;

/**
 * The range response to one request, on its own publication.
 *
 * <pre>
 *   AWAITED ──▶ SERVING ──▶ CLOSING ──▶ DONE
 *      │  requester joined ▲    all sent, or the requester has left
 *      ╰───────────────────╯    requester not joined in time
 * </pre>
 *
 * When the server closes, each response becomes {@code DONE} as soon as its publication is closed, from any state.
 */
final class Answer {
    private enum State {
        AWAITED, SERVING, CLOSING, DONE
    }

    private final Readership readership;
    private final Publication publication;
    private final RangeReader range;
    private final boolean refusal;
    private final long requester;
    private final long patienceNs;
    private final long requestedNs;
    private State state = State.AWAITED;

    private Answer(final Publication publication, final Readership readership, final RangeReader range,
            final boolean refusal, final Call call) {
        this.publication = publication;
        this.readership = readership;
        this.range = range;
        this.refusal = refusal;
        this.patienceNs = call.settings.patience().toNanos();
        this.requester = call.requester;
        this.requestedNs = call.nowNs;
    }

    /**
     * A request and the parameters of its response.
     *
     * @param request to respond to
     * @param requester session of the request
     * @param settings of the server
     * @param nowNs the time now
     */
    record Call(RangeRequest request, long requester, ServeSettings settings, long nowNs) {}

    /** Serves the range; throws if there is no room for its log. */
    static Answer serving(final Bus bus, final Path directory, final Call call) {
        final Readership readership = new Readership();
        final Publication publication = publish(bus, call, call.settings.capacity(), readership);
        return new Answer(publication, readership, new RangeReader(directory, call.request,
                new AnswerWriter(publication, call.request), call.settings.patience().toNanos()), false, call);
    }

    /** Serves nothing and returns the cause, on a log of the minimum size; throws if there is no room even for that. */
    static Answer refusing(final Bus bus, final String cause, final Call call) {
        final Readership readership = new Readership();
        final Publication publication = publish(bus, call, ServeSettings.MIN_CAPACITY, readership);
        return new Answer(publication, readership,
                RangeReader.refusing(call.request, new AnswerWriter(publication, call.request), cause), true, call);
    }

    private static Publication publish(final Bus bus, final Call call, final int capacity,
            final Readership readership) {
        return bus.publish(PublicationSettings.of(call.request.answer()).withPublisher("range server")
                .withCapacity(capacity).withLinger(call.settings.patience()).withListener(readership)
                .withPushesOnCommit(false).withEndpoints(call.settings.endpoints().toArray(Endpoint[]::new)));
    }

    /** Runs one duty cycle; returns the amount of work. */
    int doWork(final long nowNs) {
        return switch (state) {
            case AWAITED -> await(nowNs);
            case SERVING -> serve(nowNs);
            case CLOSING -> leave();
            case DONE -> 0;
        };
    }

    private int await(final long nowNs) {
        if (readership.hasJoined()) {
            state = State.SERVING;
            return 1;
        }
        if (nowNs - requestedNs > patienceNs) {
            state = State.CLOSING;
        }
        return 0;
    }

    private int serve(final long nowNs) {
        if (readership.hasLeft()) {
            state = State.CLOSING;
            return 0;
        }
        final int count = range.doWork(nowNs);
        publication.flush();
        if (range.isDone()) {
            state = State.CLOSING;
        }
        return count;
    }

    private int leave() {
        return end() ? 1 : 0;
    }

    /** Ends the response in any state; returns true when that is done. */
    boolean end() {
        range.close();
        if (state != State.DONE && publication.tryClose()) {
            state = State.DONE;
        }
        return isDone();
    }

    /** Whether it only refuses the request. */
    boolean isRefusal() {
        return refusal;
    }

    /** The session of the request. */
    long requester() {
        return requester;
    }

    boolean isDone() {
        return state == State.DONE;
    }

    long messages() {
        return range.messages();
    }
}
