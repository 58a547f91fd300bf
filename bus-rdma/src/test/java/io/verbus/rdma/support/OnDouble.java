package io.verbus.rdma.support;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.rdma.verbs.VerbsDouble;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * For tests of faults and limits that only the double has. Each starts with new devices, of which the transport
 * remembers nothing; afterwards the double is as it was.
 */
public final class OnDouble implements BeforeEachCallback, AfterEachCallback {
    private static final String DEFAULT = System.getenv().getOrDefault("VERBUS_DOUBLE", "connectx");

    @Override
    public void beforeEach(final ExtensionContext context) {
        assumeTrue(VerbsDouble.isHere(), "the RDMA libraries are not the double: run ./bus test");
        profile(DEFAULT);
    }

    @Override
    public void afterEach(final ExtensionContext context) {
        if (VerbsDouble.isHere()) { // also called after a skipped test
            profile(DEFAULT);
        }
    }

    /** Replaces all devices by those of a profile. */
    public static void profile(final String text) {
        VerbsDouble.control("profile " + text);
        VerbsDouble.control("replace");
    }
}
