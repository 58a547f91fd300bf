package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.HANDLE;
import static io.verbus.rdma.verbs.NativeCall.ORDER;
import static io.verbus.rdma.verbs.NativeCall.POINTER;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.verbus.BusException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An opened RDMA device: one object for all connections of this process on it, so per-device state, such as the
 * registration of a log, can be shared by identity. Thread-safe.
 */
public final class Device {
    /**
     * An asynchronous event.
     *
     * @param text phrase for an error message
     * @param fatal whether the affected object is unusable
     * @param queuePair number of the affected queue pair, 0 if there is none
     * @param port affected, 0 if there is none
     * @param completionQueue affected, null if there is none
     */
    public record Event(String text, boolean fatal, int queuePair, int port, CompletionQueue completionQueue) {}

    /** Of enum ibv_event_type: CQ_ERR, QP_FATAL, QP_REQ_ERR, QP_ACCESS_ERR, DEVICE_FATAL. */
    private static final Set<Integer> FATAL = Set.of(0, 1, 2, 3, 8);

    /**
     * Soft-iWARP maps each queue at an offset in its context, and its provider takes the offset 0x90000 for that of a
     * failed mapping ({@code SIW_INVAL_UOBJ_KEY} of the kernel's siw-abi.h). The queue that would begin there cannot be
     * created, and again cannot. A first queue of so many entries of 32 bytes covers the offset.
     */
    private static final int COVER_ENTRIES = 0x90000 / 32 + 1;

    private static final NativeCall CREATE_DOMAIN = NativeCall.of("verbus_domain_create", HANDLE, POINTER);
    private static final NativeCall UNBLOCK = NativeCall.of("verbus_device_event_unblock", HANDLE);
    private static final MethodHandle NEXT_EVENT = NativeCall.hot("verbus_device_event_next", HANDLE, HANDLE);

    private static final NativeCall ANCHOR = NativeCall.of("verbus_id_anchor", HANDLE, POINTER);
    private static final MethodHandle ANCHOR_REMOVED = NativeCall.hot("verbus_anchor_removed", HANDLE);
    private static final NativeCall SYNC_DEVICES = NativeCall.of("verbus_devices_sync");
    private static final NativeCall DESTROY_ID = NativeCall.of("verbus_id_destroy", HANDLE);

    /** By context, which the connection manager opens once per device. Also the lock of all counts and anchors. */
    private static final Map<Long, Device> DEVICES = new HashMap<>();

    private final UnsafeBuffer event = new UnsafeBuffer(
            BufferUtil.allocateDirectAligned(Layouts.DEVICE_EVENT, Long.BYTES));
    private final Map<Long, CompletionQueue> queues = new ConcurrentHashMap<>();
    private volatile boolean lost;
    /** Identifiers, completion queues, protection domains and transports that use the context. */
    private int users;
    /** Identifier that keeps the context open until there are no users; 0 if there is none. */
    private volatile long anchor;
    /** By the length of the send queue, which it depends on with some providers. */
    private final Map<Integer, InlineLimit> inlineLimits = new ConcurrentHashMap<>();
    private final Map<Integer, String> linkLayers = new ConcurrentHashMap<>();
    /** Completion queue that covers an unusable mapping offset; 0 if there is none. */
    private long cover;
    private final long context;
    private final int vendor;
    private final String name;
    private final boolean software;
    private final int maxCompletions;
    private final int maxReads;
    private final int maxReadsBegun;
    private final boolean iwarp;
    private final boolean immediates;

    private Device(final long context) {
        this.context = context;
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment device = arena.allocate(Layouts.DEVICE, Long.BYTES);
            DeviceLook.describe(context, device);
            name = device.getString(Layouts.DEVICE_NAME);
            vendor = device.get(JAVA_INT_UNALIGNED, Layouts.DEVICE_VENDOR);
            software = DeviceInfo.isSoftware(vendor);
            maxCompletions = device.get(JAVA_INT_UNALIGNED, Layouts.DEVICE_MAX_COMPLETIONS);
            maxReads = device.get(JAVA_INT_UNALIGNED, Layouts.DEVICE_MAX_READS);
            maxReadsBegun = device.get(JAVA_INT_UNALIGNED, Layouts.DEVICE_MAX_READS_BEGUN);
            iwarp = device.get(JAVA_INT_UNALIGNED, Layouts.DEVICE_IWARP) != 0;
            immediates = Immediates.areSupported(iwarp, vendor,
                    device.get(JAVA_INT_UNALIGNED, Layouts.DEVICE_PART));
        }
        Status.require(UNBLOCK.call(context), "cannot read the events of " + name);
    }

    /** The device of an identifier's context, null for none. The identifier uses it until {@link #release}. */
    static Device of(final long id, final long context) {
        if (context == 0) {
            return null;
        }
        synchronized (DEVICES) {
            final Device device = DEVICES.computeIfAbsent(context, Device::new);
            device.users++;
            device.anchorBy(id);
            return device;
        }
    }

    /** Anchors the context. Without an anchor it stays open as long as any identifier does. */
    private void anchorBy(final long id) {
        if (anchor == 0) {
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment created = arena.allocate(JAVA_LONG);
                anchor = ANCHOR.call(id, created) == 0 ? created.get(JAVA_LONG, 0) : 0;
            }
            if (anchor != 0 && vendor == DeviceInfo.SOFT_IWARP) {
                cover = CompletionQueue.createCover(context, COVER_ENTRIES);
            }
        }
    }

    /** Keeps the context open until {@link #release}. By the user of an identifier on the device. */
    public void use() {
        synchronized (DEVICES) {
            users++;
        }
    }

    /**
     * Ends one use. The context may be closed after the last one, so its address may be that of another device. The
     * kernel completes the removal of a software device only when it is closed. Others are disassociated from their
     * contexts before, and are not opened for this, as it takes commands of the firmware.
     */
    public void release() {
        synchronized (DEVICES) {
            assert users > 0 : "released too often";
            if (--users > 0) {
                return;
            }
            DEVICES.remove(context, this);
            if (cover != 0) {
                CompletionQueue.destroyCover(cover);
                cover = 0;
            }
            if (anchor != 0) {
                DESTROY_ID.call(anchor);
                anchor = 0;
            }
            if (lost && software) {
                SYNC_DEVICES.call(); // closes the context; if it fails, a returned device does
            }
        }
    }

    /** It was removed or reset: a returned device has another context. */
    void lose() {
        lost = true;
        synchronized (DEVICES) {
            DEVICES.remove(context, this);
        }
    }

    /** Throws if the destruction of an object failed. On a lost device it succeeds: the kernel has destroyed it. */
    void requireDestroyed(final int status, final String failure) {
        if (!lost || status != Status.EIO) {
            Status.require(status, failure);
        }
    }

    /** {@return such as {@code mlx5_0}} */
    public String name() {
        return name;
    }

    /** {@return whether a driver emulates it on the host's processors: then a post takes long inside the call} */
    public boolean software() {
        return software;
    }

    /** {@return maximum entries of a completion queue} */
    public int maxCompletions() {
        return maxCompletions;
    }

    /** {@return maximum concurrent READs that a queue pair answers} */
    public int maxReads() {
        return maxReads;
    }

    /** {@return maximum concurrent READs of a queue pair to its peer} */
    public int maxReadsBegun() {
        return maxReadsBegun;
    }

    /** {@return whether it is iWARP, whose connections the kernel establishes} */
    public boolean iwarp() {
        return iwarp;
    }

    /**
     * The link layer of a port. The first call for a port is a command of the firmware.
     *
     * @param port from 1
     * @return InfiniBand, RoCE or iWARP; RDMA if the port cannot be queried
     */
    public String linkLayer(final int port) {
        return iwarp ? "iWARP" : linkLayers.computeIfAbsent(port, one -> DeviceLook.linkLayer(context, one));
    }

    /** {@return whether it has WRITE with immediate} */
    public boolean immediates() {
        return immediates;
    }

    /** The maximum bytes of an inline request, as far as it is known, with a send queue of some length. */
    InlineLimit inlineLimit(final int maxSends) {
        return inlineLimits.computeIfAbsent(maxSends, _ -> new InlineLimit());
    }

    /** {@return current properties, port states and addresses; takes milliseconds} */
    public DeviceInfo query() {
        return DeviceLook.query(context);
    }

    /**
     * Creates a protection domain: keys of one are invalid in another.
     *
     * @return the domain, closed by the caller
     * @throws BusException if the device has none left
     */
    public ProtectionDomain createProtectionDomain() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment domain = arena.allocate(JAVA_LONG);
            Status.require(CREATE_DOMAIN.call(context, domain), "cannot create a protection domain on " + name);
            return new ProtectionDomain(this, domain.get(JAVA_LONG, 0));
        }
    }

    /**
     * Creates a completion queue.
     *
     * @param entries minimum capacity, above 0
     * @param batch maximum completions per poll, 1 to 1024
     * @return the completion queue, closed by the caller
     * @throws BusException if it exceeds the limits of the device
     */
    public CompletionQueue createCompletionQueue(final int entries, final int batch) {
        if (entries > maxCompletions) {
            throw new BusException("a completion queue of " + entries + " entries exceeds the limit of " + name + ", "
                    + maxCompletions + ": use fewer or smaller images on one subscription");
        }
        return CompletionQueue.create(this, context, entries, batch);
    }

    /**
     * Polls the asynchronous events. Never waits; a system call, two on a software device.
     *
     * @return the next event; null if there is none, or if the device is lost
     */
    public Event pollEvent() {
        if (lost) {
            return null;
        }
        if (software && isAnchorRemoved()) {
            lose();
            return null;
        }
        final int status = nextEvent();
        if (status == Status.EAGAIN || status == Status.EINTR) {
            return null;
        }
        if (status == Status.EIO || status == Status.ENODEV) { // the driver is gone; a new context may follow
            lose();
            return null;
        }
        Status.require(status, "cannot read the events of " + name);
        final int type = event.getInt(Layouts.DEVICE_EVENT_TYPE, ORDER);
        final CompletionQueue failed = queues.get(event.getLong(Layouts.DEVICE_EVENT_COMPLETIONS, ORDER));
        if (failed != null) {
            failed.fail();
        }
        return new Event(Status.text(Status.Kind.DEVICE_EVENT, type), FATAL.contains(type),
                event.getInt(Layouts.DEVICE_EVENT_PAIR, ORDER), event.getInt(Layouts.DEVICE_EVENT_PORT, ORDER), failed);
    }

    /** {@return whether it was removed or reset; if it returns, connections on it have another device} */
    public boolean isLost() {
        return lost;
    }

    void add(final CompletionQueue queue) {
        use();
        queues.put(queue.handle(), queue);
    }

    void remove(final CompletionQueue queue) {
        queues.remove(queue.handle());
        release();
    }

    /**
     * Whether the removal of the device was reported to its anchor. A software device reports it in no other way if no
     * connection is on it at that moment. Called in every duty cycle, so it does not allocate.
     */
    private boolean isAnchorRemoved() {
        final long anchored = anchor;
        try {
            return anchored != 0 && (int) ANCHOR_REMOVED.invokeExact(anchored) == 1;
        } catch (final Throwable t) {
            throw NativeCall.impossible(t);
        }
    }

    /** Called in every duty cycle, so it does not allocate. */
    private int nextEvent() {
        try {
            return (int) NEXT_EVENT.invokeExact(context, event.addressOffset());
        } catch (final Throwable t) {
            throw NativeCall.impossible(t);
        }
    }
}
