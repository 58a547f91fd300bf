package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.LONG_NUMBER;
import static io.verbus.rdma.verbs.NativeCall.POINTER;

import io.verbus.BusException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/** Whether this host has RDMA verbs, and its devices. Thread-safe. */
public final class Verbs {
    private static final BusException FAILURE = probe();

    private Verbs() {
    }

    /** {@return whether the native library and its dependencies are loadable; there may still be no device} */
    public static boolean isAvailable() {
        return FAILURE == null;
    }

    /** {@return error message with the remedy if verbs are not available; else empty} */
    public static Optional<String> unavailabilityCause() {
        return Optional.ofNullable(FAILURE).map(Throwable::getMessage);
    }

    /**
     * Throws if verbs are not available.
     *
     * @throws BusException with the error message, each failed attempt to load the library as a suppressed cause
     */
    public static void ensureAvailable() {
        if (FAILURE != null) {
            final BusException failure = new BusException(FAILURE.getMessage(), FAILURE);
            for (final Throwable attempt : FAILURE.getSuppressed()) {
                failure.addSuppressed(attempt);
            }
            throw failure;
        }
    }

    /**
     * Examines the RDMA devices of this host; opens each, and takes milliseconds.
     *
     * @return the devices, possibly none
     * @throws BusException if verbs are not available
     */
    public static FoundDevices findDevices() {
        ensureAvailable();
        return DeviceLook.all();
    }

    /**
     * Examines the RDMA devices of this host; opens each, and takes milliseconds.
     *
     * @return the usable devices, possibly none
     * @throws BusException if verbs are not available
     */
    public static List<DeviceInfo> devices() {
        return findDevices().usable();
    }

    private static BusException probe() {
        try {
            Layouts.check();
            return openLibraries();
        } catch (final ExceptionInInitializerError e) {
            return e.getCause() instanceof final BusException cause
                    ? cause
                    : new BusException("RDMA is not available: " + e.getCause(), e);
        }
    }

    private static BusException openLibraries() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment reason = arena.allocate(512);
            final int status = NativeCall.of("verbus_library_open", POINTER, LONG_NUMBER)
                    .call(reason, reason.byteSize());
            return status == 0
                    ? null
                    : new BusException("RDMA is not available: " + reason.getString(0) + ": sudo apt-get install"
                            + " libibverbs1 librdmacm1 ibverbs-providers");
        }
    }
}
