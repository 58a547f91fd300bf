package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.HANDLE;
import static io.verbus.rdma.verbs.NativeCall.LONG_NUMBER;
import static io.verbus.rdma.verbs.NativeCall.NUMBER;
import static io.verbus.rdma.verbs.NativeCall.POINTER;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.verbus.BusException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * A queue pair: one side of a reliable connection. Posts do not allocate; one thread at a time for requests and one for
 * receives. A post returns 0, or a negative errno (see {@link Status#error}); then the connection is unusable.
 */
public final class QueuePair implements AutoCloseable {
    /**
     * Configuration of a queue pair.
     *
     * @param sends completion queue of local requests
     * @param receives completion queue of receives
     * @param maxSends requests in flight
     * @param maxReceives posted receives
     * @param inline requested maximum bytes of an inline request; the result has less if the device has less
     */
    public record Plan(CompletionQueue sends, CompletionQueue receives, int maxSends, int maxReceives, int inline) {}

    /** In the order of enum ibv_qp_state. */
    static final List<String> STATES = List.of("reset", "initialised", "ready to receive", "ready to send",
            "send queue drained", "send queue in error", "error");

    private static final NativeCall CREATE = NativeCall.of("verbus_pair_create", HANDLE, HANDLE, HANDLE, HANDLE,
            POINTER);
    private static final NativeCall DESTROY = NativeCall.of("verbus_pair_destroy", HANDLE);
    private static final NativeCall FAIL = NativeCall.of("verbus_pair_fail", HANDLE);
    private static final NativeCall QUERY = NativeCall.of("verbus_pair_query", HANDLE, POINTER);
    private static final NativeCall SET_RNR_TIMER = NativeCall.of("verbus_pair_set_rnr_timer", HANDLE, NUMBER);
    private static final NativeCall RETUNE = NativeCall.of("verbus_pair_retune", HANDLE, NUMBER, NUMBER);

    /** A software device works inside a post, for milliseconds, so the garbage collector must not wait for it. */
    private static final MethodHandle POST = NativeCall.hot("verbus_pair_post", HANDLE, HANDLE, NUMBER);
    private static final MethodHandle POST_CRITICAL = NativeCall.critical("verbus_pair_post", HANDLE, HANDLE, NUMBER);
    /** Receives are written to memory shared with the device, software or not. */
    private static final MethodHandle POST_RECEIVES = NativeCall.critical("verbus_pair_post_receives", HANDLE,
            LONG_NUMBER, LONG_NUMBER, NUMBER);
    private static final MethodHandle POST_RECEIVE = NativeCall.critical("verbus_pair_post_receive", HANDLE,
            LONG_NUMBER, LONG_NUMBER, NUMBER, NUMBER);

    private final ConnectionId owner;
    private final boolean critical;
    private final int number;
    private final int maxSends;
    private final int maxReceives;
    private final int inlineLimit;
    private final Plan plan;
    private long handle;

    private QueuePair(final ConnectionId owner, final Plan plan, final MemorySegment given) {
        this.owner = owner;
        this.plan = plan;
        critical = !owner.device().software();
        handle = given.get(JAVA_LONG, Layouts.PAIR_HANDLE);
        number = given.get(JAVA_INT, Layouts.PAIR_NUMBER);
        maxSends = given.get(JAVA_INT, Layouts.PAIR_MAX_SENDS);
        maxReceives = given.get(JAVA_INT, Layouts.PAIR_MAX_RECEIVES);
        inlineLimit = given.get(JAVA_INT, Layouts.PAIR_INLINE_LIMIT);
    }

    static QueuePair create(final ConnectionId owner, final ProtectionDomain domain, final Plan plan) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment pair = arena.allocate(Layouts.PAIR, Long.BYTES);
            final int status = domain.device().inlineLimit().create(plan.inline, new InlineLimit.Attempts() {
                @Override
                public int create(final int inline) {
                    pair.set(JAVA_INT, Layouts.PAIR_MAX_SENDS, plan.maxSends);
                    pair.set(JAVA_INT, Layouts.PAIR_MAX_RECEIVES, plan.maxReceives);
                    pair.set(JAVA_INT, Layouts.PAIR_INLINE_LIMIT, inline);
                    return CREATE.call(owner.handle(), domain.handle(), plan.sends.handle(), plan.receives.handle(),
                            pair);
                }

                @Override
                public void destroy() {
                    DESTROY.call(owner.handle());
                }
            });
            if (status == Status.ECONNABORTED) {
                throw new PeerGoneException(owner.peerAddress());
            }
            Status.require(status, "cannot create a queue pair of " + plan.maxSends + " requests and "
                    + plan.maxReceives + " receives on " + domain.device().name());
            return new QueuePair(owner, plan, pair);
        }
    }

    /** {@return its number on this device} */
    public int number() {
        return number;
    }

    /**
     * Whether an event of its device concerns it.
     *
     * @param event of its device
     * @return whether it is of this queue pair, of one of its completion queues, or of the whole device
     */
    public boolean isAffectedBy(final Device.Event event) {
        return (event.queuePair() == 0 || event.queuePair() == number)
                && (event.completionQueue() == null || event.completionQueue() == plan.sends
                        || event.completionQueue() == plan.receives);
    }

    /** {@return maximum bytes of an inline request} */
    public int inlineLimit() {
        return inlineLimit;
    }

    /** {@return maximum requests in flight: as requested, or more} */
    public int maxSends() {
        return maxSends;
    }

    /** {@return maximum posted receives: as requested, or more} */
    public int maxReceives() {
        return maxReceives;
    }

    /**
     * Posts a chain of requests with one doorbell.
     *
     * @param requests that contain the chain
     * @param first index of the first request
     * @param count of requests, 1 to {@link WorkRequests#MAX_CHAIN}
     * @return 0, or negative
     */
    public int post(final WorkRequests requests, final int first, final int count) {
        final long address = requests.address(first, count);
        try {
            return critical
                    ? (int) POST_CRITICAL.invokeExact(handle, address, count)
                    : (int) POST.invokeExact(handle, address, count);
        } catch (final Throwable t) {
            throw NativeCall.impossible(t);
        }
    }

    /**
     * Posts receives without memory, for writes with immediate.
     *
     * @param firstId id of the first
     * @param step from one id to the next; 0 for the same id
     * @param count above 0
     * @return 0, or negative
     */
    public int postReceives(final long firstId, final long step, final int count) {
        try {
            return (int) POST_RECEIVES.invokeExact(handle, firstId, step, count);
        } catch (final Throwable t) {
            throw NativeCall.impossible(t);
        }
    }

    /**
     * Posts a receive with memory, for a SEND.
     *
     * @param id of the receive
     * @param address of registered memory
     * @param length in bytes
     * @param key local key of the registration
     * @return 0, or negative
     */
    public int postReceive(final long id, final long address, final int length, final int key) {
        try {
            return (int) POST_RECEIVE.invokeExact(handle, id, address, length, key);
        } catch (final Throwable t) {
            throw NativeCall.impossible(t);
        }
    }

    /**
     * Sets the time that the peer waits before it retries if it found no receive posted. Once connected.
     *
     * @param code of the InfiniBand specification, 1 (0.01 ms) to 31 (491.52 ms), or 0 (655.36 ms); 12 is 0.64 ms
     * @throws BusException if it fails
     */
    public void receiverNotReadyTimer(final int code) {
        Status.require(SET_RNR_TIMER.call(handle, code), "cannot set the receiver-not-ready timer to " + code);
    }

    /**
     * Overrides values that the connection manager takes from the route. Once connected, before any post: earlier posts
     * are lost without a completion.
     *
     * @param mtu maximum bytes of a packet, the same on both sides; 0 for that of the route, which is the maximum
     * @param serviceLevel 0 to 15, of packets sent from here; -1 for that of the route
     * @throws BusException if it fails
     */
    public void retune(final int mtu, final int serviceLevel) {
        Status.require(RETUNE.call(owner.handle(), mtu, serviceLevel), "cannot set packets of at most " + mtu
                + " bytes and service level " + serviceLevel);
    }

    /**
     * Moves the queue pair to the error state: late packets have no effect, and pending requests complete as flushed.
     * From any thread, repeatable; no effect after close.
     */
    public void toError() {
        synchronized (owner) {
            if (handle != 0) {
                FAIL.call(handle); // fails only if the device is gone, and then the queue pair is in error already
            }
        }
    }

    /** {@return its state as text: {@code ready to send}, {@code error}} */
    public String state() {
        final int state = query(Layouts.PAIR_STATE_STATE);
        return state >= 0 && state < STATES.size() ? STATES.get(state) : "unknown";
    }

    /** {@return payload bytes of a packet, negotiated on connection} */
    public int pathMtu() {
        return query(Layouts.PAIR_STATE_MTU);
    }

    /** Destroys it. Its completions may still be in the completion queue. Idempotent. */
    @Override
    public void close() {
        synchronized (owner) {
            if (handle != 0) {
                DESTROY.call(owner.handle());
                handle = 0;
            }
        }
    }

    private int query(final int offset) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment state = arena.allocate(Layouts.PAIR_STATE, Long.BYTES);
            Status.require(QUERY.call(handle, state), "cannot query the state of a queue pair");
            return state.get(JAVA_INT, offset);
        }
    }
}
