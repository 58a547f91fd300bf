package io.verbus.rdma.verbs;

import io.verbus.BusException;
import java.util.List;
import java.util.Optional;

/** Whether this host has RDMA verbs, and which devices. Thread-safe. */
public final class Verbs {
    private Verbs() {
    }

    /** {@return whether the native library and the libraries that it needs are here; there may still be no device} */
    public static boolean isAvailable() {
        throw new UnsupportedOperationException();
    }

    /** {@return the sentence why verbs are not available, with what to do; empty if they are} */
    public static Optional<String> unavailabilityCause() {
        throw new UnsupportedOperationException();
    }

    /**
     * For who can't go on without.
     *
     * @throws BusException with the sentence why not, each failed attempt to load the library as a suppressed cause
     */
    public static void ensureAvailable() {
        throw new UnsupportedOperationException();
    }

    /**
     * The RDMA devices of this host, opened for a look each: takes milliseconds.
     *
     * @return the devices, none if there are none
     * @throws BusException if verbs are not available, or a device can't be looked at
     */
    public static List<DeviceInfo> devices() {
        throw new UnsupportedOperationException();
    }
}
