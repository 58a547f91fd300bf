package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.HANDLE;
import static io.verbus.rdma.verbs.NativeCall.POINTER;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.verbus.BusException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.agrona.collections.Long2ObjectHashMap;

/** The event channel of the connection manager. One thread at a time: the conductor. */
public final class EventChannel implements AutoCloseable {
    /** A separate class, because {@link #open()} must be able to report a missing library. */
    private static final class Calls {
        static final NativeCall OPEN = NativeCall.of("verbus_events_open", POINTER);
        static final NativeCall CLOSE = NativeCall.of("verbus_events_close", HANDLE);
        static final NativeCall CREATE_ID = NativeCall.of("verbus_id_create", HANDLE, POINTER);
        static final MethodHandle NEXT = NativeCall.hot("verbus_events_next", HANDLE, HANDLE);
    }

    private final ConnectionEvent event = new ConnectionEvent();
    private final Long2ObjectHashMap<ConnectionId> ids = new Long2ObjectHashMap<>();
    private long handle;

    private EventChannel(final long handle) {
        this.handle = handle;
    }

    /**
     * Opens a channel.
     *
     * @return the event channel
     * @throws BusException if verbs are not available, or the system call fails
     */
    public static EventChannel open() {
        Verbs.ensureAvailable();
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment handle = arena.allocate(JAVA_LONG);
            final int status = Calls.OPEN.call(handle);
            if (status == Status.ENODEV) {
                throw new BusException("cannot open the RDMA connection manager: " + Status.NO_DEVICE);
            }
            Status.require(status, "cannot open the RDMA connection manager");
            return new EventChannel(handle.get(JAVA_LONG, 0));
        }
    }

    /**
     * Creates an identifier, to listen or to connect.
     *
     * @return the identifier, closed by the caller
     * @throws BusException if the system call fails
     */
    public ConnectionId newId() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment id = arena.allocate(JAVA_LONG);
            Status.require(Calls.CREATE_ID.call(handle, id), "cannot create an RDMA connection");
            return register(id.get(JAVA_LONG, 0));
        }
    }

    /**
     * Polls for the next event. Never waits; a system call of 2 µs. The event is already acknowledged.
     *
     * @return the event, valid until the next call; null if there is none
     * @throws BusException if the event channel is broken
     */
    public ConnectionEvent poll() {
        final int status = next();
        if (status == Status.EAGAIN || status == Status.EINTR) {
            return null;
        }
        Status.require(status, "cannot read the events of the RDMA connection manager");
        final ConnectionId listener = ids.get(event.listenerHandle());
        event.take(listener == null ? ids.get(event.idHandle()) : register(event.idHandle()), listener);
        if (event.type() == ConnectionEvent.Type.DEVICE_REMOVAL && event.id() != null
                && event.id().knownDevice() != null) {
            event.id().knownDevice().lose();
        }
        return event;
    }

    /** Closes it, after its identifiers. Idempotent. */
    @Override
    public void close() {
        if (handle != 0) {
            Calls.CLOSE.call(handle);
            handle = 0;
        }
    }

    /** Called when an identifier is closed. */
    void forget(final long id) {
        ids.remove(id);
    }

    private ConnectionId register(final long id) {
        final ConnectionId registered = new ConnectionId(this, id);
        ids.put(id, registered);
        return registered;
    }

    /** Called in every duty cycle, so it does not allocate. */
    private int next() {
        try {
            return (int) Calls.NEXT.invokeExact(handle, event.address());
        } catch (final Throwable t) {
            throw NativeCall.impossible(t);
        }
    }
}
