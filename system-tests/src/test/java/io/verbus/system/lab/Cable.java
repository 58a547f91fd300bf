package io.verbus.system.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The virtual cable of the lab between two RDMA devices: host A, where feeds listen, and host B. Tests are skipped
 * where there is no cable. Network faults can be added; they are removed after each test.
 */
final class Cable implements BeforeEachCallback, AfterEachCallback {
    private static final int PORT = 7471;
    private static final String A = System.getenv("LAB_WIRE_A");
    private static final String B = System.getenv("LAB_WIRE_B");

    @Override
    public void beforeEach(final ExtensionContext context) {
        assumeTrue(A != null && B != null, () -> "there is no virtual cable: run this in the lab, native/lab/tests "
                + context.getRequiredTestClass().getName());
    }

    @Override
    public void afterEach(final ExtensionContext context) throws IOException {
        if (A != null && B != null) {
            repair();
        }
    }

    /** Subscriptions of other hosts may block by a name or a secret; the tests of faults have many names. */
    private static final class Secret {
        static final Path FILE = create();

        private static Path create() {
            try {
                final Path file = Files.createTempFile("verbus-secret-", "",
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                file.toFile().deleteOnExit();
                return Files.writeString(file, "a secret of the tests of this process");
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The address at which host A listens. */
    static String atA() {
        return atA("rdma");
    }

    /** The address at which host A listens, of a transport. */
    static String atA(final String scheme) {
        return scheme + "://" + A + ":" + PORT + "?secret-file=" + Secret.FILE;
    }

    /** The address of host A, for a connection from host B. */
    static String fromB() {
        return fromB("rdma");
    }

    /** The address of host A, for a connection of a transport from host B. */
    static String fromB(final String scheme) {
        return atA(scheme) + "&source=" + B;
    }

    /** Adds a netem fault in both directions, such as {@code loss 1%}. */
    void addFault(final String netem) throws IOException {
        run("for end in wire-a wire-b; do tc qdisc replace dev $end root netem limit 10000 " + netem + "; done");
    }

    /** Drops all packets. */
    void cut() throws IOException {
        addFault("loss 100%");
    }

    /** Drops the packets from A to B. */
    void cutOneWay() throws IOException {
        run("tc qdisc replace dev wire-a root netem loss 100%");
    }

    /** Removes the fault. */
    void repair() throws IOException {
        run("for end in wire-a wire-b; do tc qdisc del dev $end root 2> /dev/null || true; done");
    }

    private static void run(final String script) throws IOException {
        final Process shell = new ProcessBuilder(List.of("sh", "-ec", script)).redirectErrorStream(true).start();
        final String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, shell.onExit().join().exitValue(), () -> script + ": " + output);
    }
}
