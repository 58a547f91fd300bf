package io.verbus.testkit.conformance.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.verbus.Build;
import io.verbus.spi.LogIdentity;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.support.mutant.Mutant;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two buses of two releases: a side that refuses the other one names both versions in one sentence. */
public abstract class MeetingAnotherRelease {
    private static final String REMEDY = ": run the same release on both hosts";

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final BlockingQueue<String> here = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> there = new LinkedBlockingQueue<>();
    private final Supplier<String> address;
    private final ReleaseHost host;
    private final Mutant next;
    private final int version;

    /**
     * Of a transport.
     *
     * @param address gives an address of this host where nothing listens
     * @param host opens a bus with this transport
     * @param source that has the version of the protocol
     * @param version of the protocol
     */
    protected MeetingAnotherRelease(final Supplier<String> address, final ReleaseHost host, final String source,
            final int version) {
        this.address = address;
        this.host = host;
        this.version = version;
        this.next = new Mutant("the next version of the protocol", source, "int VERSION = " + version + ";",
                "int VERSION = " + (version + 1) + ";");
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void bothSidesNameBothVersionsOfTheProtocol(final boolean publishes, final boolean listens) throws Exception {
        final Function<Object[], AutoCloseable> other = next.inside(host.getClass());
        final String meeting = address.get();
        final Object[] ours = ReleaseHost.end(directory.resolve("here"), publishes, listens, meeting, here);
        final Object[] theirs = ReleaseHost.end(directory.resolve("there"), !publishes, !listens, meeting, there);
        try (AutoCloseable _ = listens ? host.apply(ours) : other.apply(theirs);
                AutoCloseable _ = listens ? other.apply(theirs) : host.apply(ours)) {
            assertSentence(here, "incompatible peer X: protocol version " + (version + 1) + ", and Verbus "
                    + Build.description() + " has version " + version + REMEDY);
            assertSentence(there, "incompatible peer X: protocol version " + version + ", and Verbus "
                    + Build.description() + " has version " + (version + 1) + REMEDY);
        }
    }

    /** The publisher serves other subscriptions, so only the side that cannot read the log reports it. */
    @Test
    void subscriberNamesBothLayoutsOfTheLog() throws Exception {
        final Function<Object[], AutoCloseable> other = new Mutant("the next layout of logs",
                "io/verbus/net/handshake/OfferMessage.java", "putInt(LAYOUT_OFFSET, LogIdentity.LAYOUT_VERSION)",
                "putInt(LAYOUT_OFFSET, LogIdentity.LAYOUT_VERSION + 1)").inside(host.getClass());
        final String meeting = address.get();
        try (AutoCloseable _ = other.apply(ReleaseHost.end(directory.resolve("there"), true, true, meeting, there));
                AutoCloseable _ = host.apply(ReleaseHost.end(directory.resolve("here"), false, false, meeting, here))) {
            assertSentence(here, "X has a log of layout " + (LogIdentity.LAYOUT_VERSION + 1) + ", written by Verbus "
                    + Build.description() + ", and Verbus " + Build.description() + " reads layout "
                    + LogIdentity.LAYOUT_VERSION + REMEDY);
        }
    }

    /** The first error is this sentence; before it is the address or the task, after it whether it is tried again. */
    private static void assertSentence(final BlockingQueue<String> errors, final String expected)
            throws InterruptedException {
        final String first = errors.poll(Patience.NS, TimeUnit.NANOSECONDS);
        assertNotNull(first, expected);
        assertEquals(expected, first.replaceAll("[\\[\\]\\d.:a-f]+:\\d+", "X")
                .replaceFirst("^(\\w+://X|cannot accept a connection): ", "").replaceFirst(" \\(trying again\\)$", ""));
    }
}
