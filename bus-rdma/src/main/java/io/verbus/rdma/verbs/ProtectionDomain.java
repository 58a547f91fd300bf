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

/** A protection domain: isolates memory and queue pairs from other domains. Thread-safe. */
public final class ProtectionDomain implements AutoCloseable {
    private static final NativeCall DESTROY = NativeCall.of("verbus_domain_destroy", HANDLE);
    private static final NativeCall REGISTER = NativeCall.of("verbus_region_create", HANDLE, LONG_NUMBER, LONG_NUMBER,
            NUMBER, POINTER);

    private final Device device;
    private long handle;

    ProtectionDomain(final Device device, final long handle) {
        this.device = device;
        this.handle = handle;
        device.use();
    }

    /** {@return its device} */
    public Device device() {
        return device;
    }

    /**
     * Registers memory: pins it and makes it accessible to the device. Takes about 1 ms per MiB. The mapping must be
     * writable even for read access.
     *
     * @param address of the first byte
     * @param length in bytes, above 0
     * @param access sum of the constants of {@link MemoryRegion}
     * @return the registration, closed by the caller before the memory is unmapped
     * @throws BusException if the memlock limit is too low, the memory is not mapped, or the access is invalid
     */
    public MemoryRegion register(final long address, final long length, final int access) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment region = arena.allocate(Layouts.REGION, Long.BYTES);
            final int status = REGISTER.call(handle, address, length, access, region);
            if (status == Status.ENOMEM) {
                final Memlock memlock = Memlock.now();
                throw new BusException("cannot register " + length + " bytes of memory with " + device.name()
                        + (memlock.isExceededBy(length)
                                ? ": the limit of locked memory is " + memlock.limit()
                                        + " bytes for all registrations of a process: raise it with ulimit -l,"
                                        + " LimitMEMLOCK= of systemd, or memlock in /etc/security/limits.conf"
                                : ": the device has no room for another registration (max_mr of ibv_devinfo -v): use"
                                        + " fewer connections on it"));
            }
            Status.require(status, "cannot register " + length + " bytes of memory with " + device.name());
            return new MemoryRegion(region.get(JAVA_LONG, Layouts.REGION_HANDLE), address, length,
                    region.get(JAVA_INT, Layouts.REGION_LOCAL_KEY), region.get(JAVA_INT, Layouts.REGION_REMOTE_KEY));
        }
    }

    /** Closes it, after its registrations and queue pairs. Idempotent. */
    @Override
    public synchronized void close() {
        if (handle != 0) {
            device.requireDestroyed(DESTROY.call(handle), "cannot close a protection domain of " + device.name()
                    + " while something is registered in it");
            handle = 0;
            device.release();
        }
    }

    long handle() {
        return handle;
    }
}
