package io.verbus.journal.serve;

import io.verbus.Bus;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Endpoint;
import io.verbus.recovery.range.AnswerWriter;
import io.verbus.recovery.range.RangeRequest;
import java.nio.file.Path;
import java.time.Duration;

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

    private final Readership readership = new Readership();
    private final Publication publication;
    private final RangeReader range;
    private final long patienceNs;
    private final long askedNs;
    private State state = State.AWAITED;

    /** Makes its publication. */
    Answer(final Bus bus, final Path directory, final RangeRequest request, final ServeSettings settings,
            final long nowNs) {
        final Duration linger = settings.patience();
        this.publication = bus.publish(PublicationSettings.of(request.answer()).withPublisher("range server")
                .withCapacity(settings.capacity()).withLinger(linger).withListener(readership)
                .withPushesOnCommit(false).withEndpoints(settings.endpoints().toArray(Endpoint[]::new)));
        this.patienceNs = linger.toNanos();
        this.askedNs = nowNs;
        this.range = new RangeReader(directory, request, new AnswerWriter(publication, request), patienceNs);
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

    boolean isDone() {
        return state == State.DONE;
    }

    long messages() {
        return range.messages();
    }
}
