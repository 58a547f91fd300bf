package io.verbus.testkit.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.log.FrameLayout;
import io.verbus.log.LogLayout;
import io.verbus.testkit.Account;
import io.verbus.testkit.Checker;
import io.verbus.testkit.Payloads;
import io.verbus.testkit.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A subject of the conformance suite. A test publishes and reads by {@link Feed} and {@link Reader}, whose messages
 * follow from session and sequence; what any reader found wrong fails it.
 */
@Timeout(300) // of a device that is emulated; elsewhere seconds
public abstract class Conformance {
    /** The smallest log, so that it is lapped soon. */
    protected static final int CAPACITY = LogLayout.MIN_CAPACITY;
    /** The longest message of one frame in that log, with a timestamp too. */
    protected static final int MAX_LENGTH = CAPACITY / LogLayout.CHUNKS - FrameLayout.TIMESTAMPED_HEADER_LENGTH;
    /** The stream of a test. */
    protected static final String STREAM = "s";

    private final TransportUnderTest.Factory factory;
    private final List<Reader> readers = new ArrayList<>();
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
        if (transport != null) { // else the test is skipped, for want of a device
            transport.close();
            assertNoFaults();
            assertEquals(0, transport.files(), "files left");
        }
    }

    protected final TransportUnderTest transport() {
        return transport;
    }

    /** Where the buses have their files. */
    protected final Path directory() {
        return directory;
    }

    /** Messages of these lengths from now on. */
    protected final void lengths(final LongToIntFunction newLengths) {
        lengths = newLengths;
    }

    /** Nothing that any reader got or heard was wrong. */
    protected final void assertNoFaults() {
        for (final Reader reader : readers) {
            assertEquals(List.of(), reader.checker().faults(), () -> reader.events().toString());
        }
    }

    /** What was delivered or reported is what was published; to who has lost the session, what was heard of. */
    protected static void assertComplete(final Feed feed, final Reader reader) {
        final Account account = reader.checker().of(feed.publication().session());
        final boolean lost = account.isOver() && reader.subscription().settings().policy() == Policy.EVICT;
        final long end = lost ? Math.min(account.next(), feed.sequence()) : feed.sequence();
        assertEquals(end, account.first() + account.delivered() + account.missed(),
                () -> account + ", " + feed + ", " + reader.events());
        assertEquals(end, account.next(), () -> account + ", " + feed + ", " + reader.events());
    }

    /** Everything was delivered. */
    protected static void assertAllDelivered(final Feed feed, final Reader reader) {
        final Account account = reader.checker().of(feed.publication().session());
        assertEquals(feed.sequence() + " delivered, 0 missed, from 0 up to " + feed.sequence(), account.toString());
    }

    /** Everything was delivered; where a burst can use up credit under CONFLATE, the rest was reported. */
    protected final void assertAllDeliveredOrConflated(final Feed feed, final Reader reader) {
        if (mayConflate(reader.subscription().settings().policy())) {
            assertComplete(feed, reader);
        } else {
            assertAllDelivered(feed, reader);
        }
    }

    /** Whether messages can be passed over though the subscription is not a log behind. */
    protected final boolean mayConflate(final Policy policy) {
        return policy == Policy.CONFLATE && transport instanceof RemoteUnderTest;
    }

    protected final Feed publish() {
        return publish(PublicationSettings.of(STREAM).withCapacity(CAPACITY).withLinger(Duration.ZERO));
    }

    protected final Feed publish(final PublicationSettings settings) {
        final var publication = transport.publish(settings);
        return new Feed(publication, payloads(publication.session().id()), transport);
    }

    protected final Reader subscribe(final Policy policy, final Start start) {
        return subscribe(SubscriptionSettings.of(STREAM).withPolicy(policy).withStart(start));
    }

    /** A subscription that the publishers have acknowledged, if it asked for that. */
    protected final Reader subscribe(final SubscriptionSettings settings) {
        return read(settings, transport::subscribe);
    }

    /** A subscription that is made in a way of the test's own. */
    protected final Reader read(final SubscriptionSettings settings,
            final Function<SubscriptionSettings, Subscription> how) {
        final Checker checker = new Checker(this::payloads);
        final Reader reader = new Reader(how.apply(settings.withListener(checker)), checker, transport);
        readers.add(reader);
        return reader;
    }

    private Payloads payloads(final long session) {
        return lengths == null ? new Payloads(session, MAX_LENGTH) : new Payloads(session, lengths);
    }
}
