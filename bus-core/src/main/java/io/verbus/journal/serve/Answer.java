package io.verbus.journal.serve;

import io.verbus.Bus;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Endpoint;
import io.verbus.recovery.range.AnswerWriter;
import io.verbus.recovery.range.RangeRequest;
import java.nio.file.Path;

/**
 * The answer to one request, on a publication of its own.
 *
 * <pre>
 *   AWAITED ──▶ SERVING ──▶ CLOSING ──▶ DONE
 *      │   whoever asked  ▲    all said, or whoever asked is gone
 *      ╰──────────────────╯    has not come in time
 * </pre>
 *
 * <p>When the server closes, each is {@code DONE} as soon as its publication is closed, wherever it is.
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
    private final long askedNs;
    private State state = State.AWAITED;

    private Answer(final Publication publication, final Readership readership, final RangeReader range,
            final boolean refusal, final Call call) {
        this.publication = publication;
        this.readership = readership;
        this.range = range;
        this.refusal = refusal;
        this.patienceNs = call.settings.patience().toNanos();
        this.requester = call.requester;
        this.askedNs = call.nowNs;
    }

    /**
     * A request, and how it is dealt with.
     *
     * @param request that was made
     * @param requester session in which it was made
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

    /** Serves nothing and says why, on the least log there is; throws if there is no room even for that. */
    static Answer refusing(final Bus bus, final String cause, final Call call) {
        final Readership readership = new Readership();
        final Publication publication = publish(bus, call, ServeSettings.LEAST_CAPACITY, readership);
        return new Answer(publication, readership,
                RangeReader.refusing(call.request, new AnswerWriter(publication, call.request), cause), true, call);
    }

    private static Publication publish(final Bus bus, final Call call, final int capacity,
            final Readership readership) {
        return bus.publish(PublicationSettings.of(call.request.answer()).withPublisher("range server")
                .withCapacity(capacity).withLinger(call.settings.patience()).withListener(readership)
                .withPushesOnCommit(false).withEndpoints(call.settings.endpoints().toArray(Endpoint[]::new)));
    }

    /** Goes on; gives how much was done. */
    int turn(final long nowNs) {
        return switch (state) {
            case AWAITED -> await(nowNs);
            case SERVING -> serve(nowNs);
            case CLOSING -> leave();
            case DONE -> 0;
        };
    }

    private int await(final long nowNs) {
        if (readership.isThere()) {
            state = State.SERVING;
            return 1;
        }
        if (nowNs - askedNs > patienceNs) {
            state = State.CLOSING;
        }
        return 0;
    }

    private int serve(final long nowNs) {
        if (readership.isGone()) {
            state = State.CLOSING;
            return 0;
        }
        final int count = range.turn(nowNs);
        publication.flush();
        if (range.isDone()) {
            state = State.CLOSING;
        }
        return count;
    }

    private int leave() {
        return end() ? 1 : 0;
    }

    /** Goes on to end it where it is; true when that is done. */
    boolean end() {
        range.close();
        if (state != State.DONE && publication.tryClose()) {
            state = State.DONE;
        }
        return isDone();
    }

    /** Whether it serves nothing. */
    boolean isRefusal() {
        return refusal;
    }

    /** The session in which it was asked for. */
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
