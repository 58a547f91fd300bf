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

    /**
     * Attributes that an application chooses.
     *
     * @param mtu maximum bytes of a packet, the same on both sides; to set: 0 for that of the route, the upper limit
     * @param trafficClass of sent packets, 0 to 255; to set: -1 for that of the connecting side
     * @param serviceLevel of sent packets, 0 to 15; to set: -1 for that of the route
     * @param ackTimeout exponent N of the time until an unacknowledged packet is repeated, 4.096 µs × 2^N
     * @param retries of an unacknowledged packet, 0 to 7
     * @param receiverRetries of a message that finds no receive posted, 0 to 7; 7 is endless
     * @param receiverTimer time that the peer waits before it retries if it found no receive posted: code of the
     *            InfiniBand specification, 1 (0.01 ms) to 31 (491.52 ms), or 0 (655.36 ms); 12 is 0.64 ms
     * @param readsAnswered concurrent READs of the peer
     * @param readsBegun concurrent READs to the peer
     */
    public record Path(int mtu, int trafficClass, int serviceLevel, int ackTimeout, int retries, int receiverRetries,
            int receiverTimer, int readsAnswered, int readsBegun) {}

    /** In the order of enum ibv_qp_state. */
    static final List<String> STATES = List.of("reset", "initialised", "ready to receive", "ready to send",
            "send queue drained", "send queue in error", "error");

    static final int INITIALISED = STATES.indexOf("initialised");
    static final int READY_TO_RECEIVE = STATES.indexOf("ready to receive");
    static final int READY_TO_SEND = STATES.indexOf("ready to send");

    private static final NativeCall CREATE = NativeCall.of("verbus_pair_create", HANDLE, HANDLE, HANDLE, POINTER);
    private static final NativeCall LEAD = NativeCall.of("verbus_pair_lead", HANDLE, HANDLE, NUMBER, POINTER);
    private static final NativeCall DESTROY = NativeCall.of("verbus_pair_destroy", HANDLE);
    private static final NativeCall FAIL = NativeCall.of("verbus_pair_fail", HANDLE);
    private static final NativeCall QUERY = NativeCall.of("verbus_pair_query", HANDLE, POINTER);

    /** A software device works inside a post, for milliseconds, so the garbage collector must not wait for it. */
    private static final MethodHandle POST = NativeCall.hot("verbus_pair_post", HANDLE, HANDLE, NUMBER);
    private static final MethodHandle POST_CRITICAL = NativeCall.critical("verbus_pair_post", HANDLE, HANDLE, NUMBER);
    /** Receives are written to memory shared with the device, software or not. */
    private static final MethodHandle POST_RECEIVES = NativeCall.critical("verbus_pair_post_receives", HANDLE,
            LONG_NUMBER, LONG_NUMBER, NUMBER);
    private static final MethodHandle POST_SLOTS = NativeCall.critical("verbus_pair_post_slots", HANDLE, LONG_NUMBER,
            LONG_NUMBER, NUMBER, NUMBER, NUMBER);
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
            final int status = domain.device().inlineLimit(plan.maxSends).create(plan.inline,
                    new InlineLimit.Attempts() {
                        @Override
                        public int create(final int inline) {
                            pair.set(JAVA_INT, Layouts.PAIR_MAX_SENDS, plan.maxSends);
                            pair.set(JAVA_INT, Layouts.PAIR_MAX_RECEIVES, plan.maxReceives);
                            pair.set(JAVA_INT, Layouts.PAIR_INLINE_LIMIT, inline);
                            return CREATE.call(domain.handle(), plan.sends.handle(), plan.receives.handle(), pair);
                        }

                        @Override
                        public void destroy() {
                            DESTROY.call(pair.get(JAVA_LONG, Layouts.PAIR_HANDLE));
                        }
                    });
            if (status == Status.EOPNOTSUPP) {
                throw new BusException(Status.unreliable(domain.device().name()));
            }
            Status.require(status, "cannot create a queue pair of " + plan.maxSends + " requests and "
                    + plan.maxReceives + " receives on " + domain.device().name()
                    + " (if that exceeds max_qp_wr of ibv_devinfo -v, set fewer sends and receives in the address)");
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
     * Posts receives with memory, one after the other, for SENDs.
     *
     * @param id of each
     * @param address of registered memory
     * @param length of each in bytes
     * @param key local key of the registration
     * @param count above 0
     * @return 0, or negative
     */
    public int postSlots(final long id, final long address, final int length, final int key, final int count) {
        try {
            return (int) POST_SLOTS.invokeExact(handle, id, address, length, key, count);
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
     * Lets it take receives. Before the first receive, and before connect or accept.
     *
     * @param path attributes of this side
     * @throws PeerGoneException if the peer requested the connection and has given up
     * @throws BusException if it fails
     */
    public void initialise(final Path path) {
        lead(INITIALISED, path);
    }

    /**
     * Lets it receive and send. Before accept, or after {@link ConnectionEvent.Type#CONNECT_RESPONSE}; not on iWARP,
     * where the kernel does it.
     *
     * @param path attributes of this side
     * @throws PeerGoneException if the peer has given up
     * @throws BusException if it fails
     */
    public void connect(final Path path) {
        lead(READY_TO_RECEIVE, path);
        lead(READY_TO_SEND, path);
    }

    private void lead(final int state, final Path path) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment struct = arena.allocate(Layouts.PATH, Long.BYTES);
            struct.set(JAVA_INT, Layouts.PATH_MTU, path.mtu);
            struct.set(JAVA_INT, Layouts.PATH_TRAFFIC_CLASS, path.trafficClass);
            struct.set(JAVA_INT, Layouts.PATH_SERVICE_LEVEL, path.serviceLevel);
            struct.set(JAVA_INT, Layouts.PATH_ACK_TIMEOUT, path.ackTimeout);
            struct.set(JAVA_INT, Layouts.PATH_RETRIES, path.retries);
            struct.set(JAVA_INT, Layouts.PATH_RECEIVER_RETRIES, path.receiverRetries);
            struct.set(JAVA_INT, Layouts.PATH_RECEIVER_TIMER, path.receiverTimer);
            struct.set(JAVA_INT, Layouts.PATH_READS_ANSWERED, path.readsAnswered);
            struct.set(JAVA_INT, Layouts.PATH_READS_BEGUN, path.readsBegun);
            final int status = LEAD.call(owner.handle(), handle, state, struct);
            if (status == Status.ECONNABORTED) {
                throw new PeerGoneException(owner.peerAddress());
            }
            Status.require(status, "cannot make a queue pair of " + owner.device().name() + " " + STATES.get(state));
        }
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
        try (Arena arena = Arena.ofConfined()) {
            final int state = query(arena).get(JAVA_INT, Layouts.PAIR_STATE_STATE);
            return state >= 0 && state < STATES.size() ? STATES.get(state) : "unknown";
        }
    }

    /** {@return attributes of a connected queue pair, as the device has them} */
    public Path path() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment struct = query(arena).asSlice(Layouts.PAIR_STATE_PATH, Layouts.PATH);
            return new Path(struct.get(JAVA_INT, Layouts.PATH_MTU), struct.get(JAVA_INT, Layouts.PATH_TRAFFIC_CLASS),
                    struct.get(JAVA_INT, Layouts.PATH_SERVICE_LEVEL), struct.get(JAVA_INT, Layouts.PATH_ACK_TIMEOUT),
                    struct.get(JAVA_INT, Layouts.PATH_RETRIES), struct.get(JAVA_INT, Layouts.PATH_RECEIVER_RETRIES),
                    struct.get(JAVA_INT, Layouts.PATH_RECEIVER_TIMER),
                    struct.get(JAVA_INT, Layouts.PATH_READS_ANSWERED), struct.get(JAVA_INT, Layouts.PATH_READS_BEGUN));
        }
    }

    /** Destroys it. Its completions may still be in the completion queue. Idempotent. */
    @Override
    public void close() {
        synchronized (owner) {
            if (handle != 0) {
                final int status = DESTROY.call(handle);
                handle = 0;
                owner.device().requireDestroyed(status, "cannot close a queue pair of " + owner.device().name());
            }
        }
    }

    private MemorySegment query(final Arena arena) {
        final MemorySegment state = arena.allocate(Layouts.PAIR_STATE, Long.BYTES);
        Status.require(QUERY.call(handle, state), "cannot query the state of a queue pair");
        return state;
    }
}
