package io.verbus.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.stream.Stream;

/**
 * Requirements of tests. Without them a test is skipped, with the reason; in the lab and on the double, which have
 * them, it fails.
 */
public final class Lab {
    private static final String HOW = "; run this in the lab: native/lab/tests";
    private static final boolean IS_HERE = System.getenv("LAB_ADDRESS") != null || VerbsDouble.isHere();

    private Lab() {
    }

    /** The devices. */
    public static List<DeviceInfo> devices() {
        require(Verbs.isAvailable(), Verbs.unavailabilityCause().orElse(""));
        final List<DeviceInfo> devices = Verbs.devices();
        require(!devices.isEmpty(), "no RDMA device");
        return devices;
    }

    /** An address of the first device. */
    public static String address() {
        return addresses().getFirst();
    }

    /** The addresses of the first device. */
    static List<String> addresses() {
        final List<DeviceInfo> first = devices().subList(0, 1);
        final List<String> addresses = (VerbsDouble.isHere() // its addresses are those of no interface
                ? LocalAddresses.of(first, Stream.of("10.73.0.1", "fd73::1"))
                : LocalAddresses.of(first)).stream().map(LocalAddresses.Found::address).toList();
        require(!addresses.isEmpty(), "an RDMA device without an address");
        return addresses;
    }

    /** Whether the first device is iWARP. */
    public static boolean iwarp() {
        return devices().getFirst().iwarp();
    }

    /** For tests of what only a kernel does. */
    public static void kernel(final String what) {
        assumeTrue(!VerbsDouble.isHere(), what + HOW);
    }

    private static void require(final boolean condition, final String reason) {
        if (IS_HERE) {
            assertTrue(condition, reason);
        } else {
            assumeTrue(condition, reason + HOW);
        }
    }
}
