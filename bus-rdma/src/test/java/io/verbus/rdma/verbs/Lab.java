package io.verbus.rdma.verbs;

import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;

/** Requirements of tests; a test is skipped, with the reason, if they are missing. */
public final class Lab {
    private static final String HOW = "; run this in the lab: native/lab/tests";

    private Lab() {
    }

    /** Skips the test without a device. */
    public static List<DeviceInfo> devices() {
        assumeTrue(Verbs.isAvailable(), () -> Verbs.unavailabilityCause().orElseThrow() + HOW);
        final List<DeviceInfo> devices = Verbs.devices();
        assumeFalse(devices.isEmpty(), "no RDMA device" + HOW);
        return devices;
    }

    /** An address of the first device; skips the test without one. */
    public static String address() {
        final List<String> addresses = devices().getFirst().addresses();
        assumeFalse(addresses.isEmpty(), "an RDMA device without an address" + HOW);
        return addresses.getFirst();
    }
}
