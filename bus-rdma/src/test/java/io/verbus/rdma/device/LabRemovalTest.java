package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.rdma.support.Ports;
import io.verbus.rdma.support.load.RemovalUnderLoad;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/**
 * Software devices of the lab that the kernel removes under load. It completes a removal when all processes have closed
 * the device. Run it with {@code native/lab/tests io.verbus.rdma.device.LabRemovalTest}.
 */
@Tag("long")
class LabRemovalTest extends RemovalUnderLoad {
    private static final int REMOVALS = Integer.getInteger("verbus.removals", 4);
    private static final String A = System.getenv("LAB_WIRE_A");
    private static final String B = System.getenv("LAB_WIRE_B");
    private static final String DRIVER = System.getenv("LAB_DRIVER");
    private static final Map<String, String> NETWORK_DEVICES = Map.of("rxa", "wire-a", "rxb", "wire-b");
    /** No limit on the speed of the emulator: a duty cycle lasts as long as the kernel's work in it. */
    private static final int PATIENCE = 60 * SECOND;

    private final List<Process> removals = new ArrayList<>();

    LabRemovalTest() {
        super(new Plan(new Host("rxa", A), new Host("rxb", B), REMOVALS, PATIENCE, PATIENCE, PATIENCE));
    }

    @BeforeEach
    void requireCable() {
        assumeTrue(A != null && B != null, "there is no virtual cable: run this in the lab, native/lab/tests "
                + LabRemovalTest.class.getName());
    }

    @AfterEach
    void endRemovals() {
        removals.forEach(Process::destroyForcibly);
    }

    @Override
    protected String otherAddress() {
        return System.getenv("LAB_ADDRESS");
    }

    @Override
    protected int port() {
        return Ports.next();
    }

    @Override
    protected void remove(final String device) {
        removals.add(start("rdma", "link", "delete", device));
    }

    @Override
    protected boolean isRemoved() {
        for (final Process removal : removals) {
            if (removal.isAlive()) {
                return false;
            }
            requireSuccess(removal);
        }
        removals.clear();
        return true;
    }

    @Override
    protected void restore(final String device) {
        requireSuccess(start("rdma", "link", "add", device, "type", DRIVER, "netdev", NETWORK_DEVICES.get(device)));
    }

    @Override
    protected void requireReleased(final String seed) {
        final Process list = start("rdma", "resource", "show", "qp");
        assertFalse(requireSuccess(list).contains(" pid " + ProcessHandle.current().pid() + " "), seed);
    }

    private static Process start(final String... command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String requireSuccess(final Process process) {
        try {
            final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.onExit().join().exitValue(), output);
            return output;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
