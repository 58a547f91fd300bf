package io.verbus.testkit.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.LogLayout;
import io.verbus.support.Payloads;
import io.verbus.support.ShmDir;
import io.verbus.testkit.oracle.SessionOracle;
import io.verbus.testkit.oracle.SubscriptionOracle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A subject of the conformance suite. A test publishes and reads by {@link CheckedFeed} and {@link CheckedReader},
 * whose messages follow from session and sequence; a fault found by any reader fails the test.
 */
public abstract class Conformance {
    /** The smallest log, so that laps are frequent. */
    protected static final int CAPACITY = LogLayout.MIN_CAPACITY;
    /** The longest single-frame message in that log, with a timestamp. */
    protected static final int MAX_LENGTH = CAPACITY / LogLayout.CHUNKS - FrameLayout.TIMESTAMPED_HEADER_LENGTH;
    /** The stream of a test. */
    protected static final String STREAM = "s";

    private final TransportUnderTest.Factory factory;
    private final List<CheckedReader> readers = new ArrayList<>();
    /** Lengths of messages by sequence; null for random ones. */
    private LongToIntFunction lengths;
    private TransportUnderTest transport;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    protected Conformance(final TransportUnderTest.Factory factory) {
        this.factory = factory;
    }

    @BeforeEach
    final void open() {
        transport = factory.open(directory);
    }

    @AfterEach
    final void close() {
        if (transport != null) { // otherwise the test is skipped: no device
            transport.close();
            assertNoFaults();
            assertEquals(0, transport.files(), "files left over");
        }
    }

    protected final TransportUnderTest transport() {
        return transport;
    }

    /** The directory of the buses. */
    protected final Path directory() {
        return directory;
    }

    /** Sets the message lengths from now on. */
    protected final void lengths(final LongToIntFunction newLengths) {
        lengths = newLengths;
    }

    /** Asserts that no reader found a fault. */
    protected final void assertNoFaults() {
        for (final CheckedReader reader : readers) {
            assertEquals(List.of(), reader.oracle().faults(), () -> reader.events().toString());
        }
    }

    /**
     * Asserts that every published message was delivered or reported; after a lost session, every message up to the
     * newest known.
     */
    protected final void assertComplete(final CheckedFeed feed, final CheckedReader reader) {
        final SessionOracle session = sessionOf(feed, reader);
        final boolean lost = session.isOver() && reader.subscription().settings().policy() == Policy.EVICT;
        final long end = lost ? Math.min(session.next(), feed.sequence()) : feed.sequence();
        assertEquals(end, session.first() + session.delivered() + session.missed(),
                () -> session + ", " + feed + ", " + reader.events());
        assertEquals(end, session.next(), () -> session + ", " + feed + ", " + reader.events());
    }

    /** Asserts that every message was delivered. */
    protected final void assertAllDelivered(final CheckedFeed feed, final CheckedReader reader) {
        assertEquals(feed.sequence() + " delivered, 0 missed, from 0 up to " + feed.sequence(),
                sessionOf(feed, reader).toString());
    }

    private SessionOracle sessionOf(final CheckedFeed feed, final CheckedReader reader) {
        return Objects.requireNonNull(reader.oracle().of(feed.publication().session()),
                () -> "the reader has not met " + feed + ": " + reader.events() + ", " + transport.errors());
    }

    /**
     * Asserts that every message was delivered; if a burst can exhaust the credit under CONFLATE, the rest was
     * reported.
     */
    protected final void assertAllDeliveredOrConflated(final CheckedFeed feed, final CheckedReader reader) {
        if (mayConflate(reader.subscription().settings().policy())) {
            assertComplete(feed, reader);
        } else {
            assertAllDelivered(feed, reader);
        }
    }

    /** Whether messages can be skipped although the subscription is not lapped. */
    protected final boolean mayConflate(final Policy policy) {
        return policy == Policy.CONFLATE && transport instanceof RemoteUnderTest;
    }

    protected final CheckedFeed publish() {
        return publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY).withLinger(Duration.ZERO));
    }

    protected final CheckedFeed publish(final PublicationSettings settings) {
        final var publication = transport.publish(settings);
        return new CheckedFeed(publication, payloads(publication.session().id()), transport);
    }

    protected final CheckedReader subscribe(final Policy policy, final Start start) {
        return subscribe(SubscriptionSettings.of(STREAM).withPolicy(policy).withStart(start));
    }

    /** Subscribes, and waits for the acknowledgement if the settings request one. */
    protected final CheckedReader subscribe(final SubscriptionSettings settings) {
        return read(settings, transport::subscribe);
    }

    /** Wraps a subscription that the test itself creates. */
    protected final CheckedReader read(final SubscriptionSettings settings,
            final Function<SubscriptionSettings, Subscription> how) {
        final SubscriptionOracle oracle = new SubscriptionOracle(this::payloads);
        final CheckedReader reader = new CheckedReader(how.apply(settings.withListener(oracle)), oracle, transport);
        readers.add(reader);
        return reader;
    }

    private Payloads payloads(final long session) {
        return lengths == null ? new Payloads(session, MAX_LENGTH) : new Payloads(session, lengths);
    }
}
