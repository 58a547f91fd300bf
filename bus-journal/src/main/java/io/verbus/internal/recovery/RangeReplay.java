package io.verbus.internal.recovery;

import io.verbus.BlockingPermission;
import io.verbus.Bus;
import io.verbus.Endpoint;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.recovery.ServeSettings;
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
public final class RangeReplay {
    private enum State {
        AWAITED, SERVING, CLOSING, DONE
    }

    private final RequesterMonitor requesterMonitor;
    private final Publication publication;
    private final RangeReader range;
    private final boolean refusal;
    private final long requester;
    private final long patienceNs;
    private final long requestedNs;
    private State state = State.AWAITED;

    private RangeReplay(final Publication publication, final RequesterMonitor requesterMonitor, final RangeReader range,
            final boolean refusal, final Call call) {
        this.publication = publication;
        this.requesterMonitor = requesterMonitor;
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
    public record Call(RangeRequest request, long requester, ServeSettings settings, long nowNs) {}

    /** Serves the range; throws if there is no room for its log. */
    public static RangeReplay serving(final Bus bus, final Path directory, final Call call) {
        final RequesterMonitor requesterMonitor = new RequesterMonitor();
        final Publication publication = publish(bus, call, call.settings.capacity(), requesterMonitor);
        return new RangeReplay(publication, requesterMonitor, new RangeReader(directory, call.request,
                new RangeResponseWriter(publication, call.request), call.settings.patience().toNanos()), false, call);
    }

    /** Serves nothing and returns the cause, on a log of the minimum size; throws if there is no room even for that. */
    public static RangeReplay refusing(final Bus bus, final String cause, final Call call) {
        final RequesterMonitor requesterMonitor = new RequesterMonitor();
        final Publication publication = publish(bus, call, ServeSettings.MIN_CAPACITY, requesterMonitor);
        return new RangeReplay(publication, requesterMonitor,
                RangeReader.refusing(call.request, new RangeResponseWriter(publication, call.request), cause), true,
                call);
    }

    private static Publication publish(final Bus bus, final Call call, final int capacity,
            final RequesterMonitor requesterMonitor) {
        return bus.publish(PublicationSettings.of(call.request.answer()).withPublisher("range server")
                .withCapacity(capacity).withLinger(call.settings.patience()).withListener(requesterMonitor)
                .withPushesOnCommit(false).withBlocking(BlockingPermission.named(RangeClient.NAME))
                .withEndpoints(call.settings.endpoints().toArray(Endpoint[]::new)));
    }

    /** Runs one duty cycle; returns the amount of work. */
    public int doWork(final long nowNs) {
        return switch (state) {
            case AWAITED -> await(nowNs);
            case SERVING -> serve(nowNs);
            case CLOSING -> leave();
            case DONE -> 0;
        };
    }

    private int await(final long nowNs) {
        if (requesterMonitor.hasJoined()) {
            state = State.SERVING;
            return 1;
        }
        if (nowNs - requestedNs > patienceNs) {
            state = State.CLOSING;
        }
        return 0;
    }

    private int serve(final long nowNs) {
        if (requesterMonitor.hasLeft()) {
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
    public boolean end() {
        range.close();
        if (state != State.DONE && publication.tryClose()) {
            state = State.DONE;
        }
        return isDone();
    }

    /** Whether it only refuses the request. */
    public boolean isRefusal() {
        return refusal;
    }

    /** The session of the request. */
    public long requester() {
        return requester;
    }

    public boolean isDone() {
        return state == State.DONE;
    }

    public long messages() {
        return range.messages();
    }
}
