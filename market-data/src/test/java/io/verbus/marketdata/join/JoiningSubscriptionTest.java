package io.verbus.marketdata.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Session;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.snapshot.SnapshotSettings;
import io.verbus.marketdata.snapshot.Snapshotter;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoiningSubscriptionTest {
    private static final String STREAM = "md.test";

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private Bus bus;
    private final BookUpdater updater = new BookUpdater(new Books(8));
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final OrderAddedEncoder added = new OrderAddedEncoder();
    private final Map<Long, BookUpdater> each = new HashMap<>();
    private final Results joined = new Results();
    private long delivered;

    @BeforeEach
    void launch() {
        bus = Bus.launch(BusSettings.defaults().withDirectory(directory));
    }

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void booksHaveTheSnapshotAndTheMessagesAfterIt() {
        try (Snapshotter snapshotter = Snapshotter.open(bus, STREAM, List.of(), new SnapshotSettings(1_000_000, 1_000),
                SystemNanoClock.INSTANCE, news -> {}); Publication feed = bus.publish(STREAM)) {
            snapshotter.follow(feed.session());
            instrument(feed);
            for (int order = 1; order <= 10; order++) {
                order(feed, order);
            }
            try (JoiningSubscription stream = subscribe(Patience.LIMIT)) {
                until(stream, stream::isJoined);
                assertEquals(10, updater.books().liveOrders());
                assertEquals(1, updater.instruments().find("XYZ"));
                assertEquals(0, delivered);
                order(feed, 11);
                until(stream, () -> delivered == 1);
                assertEquals(11, updater.books().liveOrders());
                assertEquals(0, updater.books().refusals().all());
            }
        }
    }

    @Test
    void sessionReadFromItsFirstMessageNeedsNoSnapshot() {
        try (JoiningSubscription stream = subscribe(Patience.LIMIT); Publication feed = bus.publish(STREAM)) {
            until(stream, () -> !stream.sessions().isEmpty());
            order(feed, 1);
            until(stream, () -> delivered == 1);
            assertEquals(1, updater.books().liveOrders());
        }
    }

    @Test
    void missingSnapshotIsAnErrorThatNamesTheStream() {
        try (Publication feed = bus.publish(STREAM)) {
            order(feed, 1);
            try (JoiningSubscription stream = subscribe(Duration.ofMillis(1))) {
                final BusException e = assertThrows(BusException.class, () -> until(stream, stream::isJoined));
                assertTrue(e.getMessage().startsWith("no publisher of snapshots on stream md.test.snapshot: "),
                        e::getMessage);
                assertFalse(stream.isJoined());
            }
        }
    }

    /** The third session is lapped before its first poll; two are on the stream at the same time. */
    @Test
    void eachSessionIsJoinedByASnapshot() {
        try (Publication first = bus.publish(STREAM);
                Snapshotter _ = follow(first);
                Publication second = bus.publish(STREAM);
                Snapshotter _ = follow(second)) {
            order(first, 1);
            order(second, 1);
            order(second, 2);
            try (JoiningSubscription stream = JoiningSubscription.ofEach(bus, SubscriptionSettings.of(STREAM),
                    JoinSettings.defaults().withTimeout(Patience.LIMIT), this::booksOf, joined)) {
                until(stream, () -> joined.count == 2);
                order(first, 3);
                order(second, 3);
                until(stream, () -> delivered == 2);
                assertEquals(2, orders(first));
                assertEquals(3, orders(second));
                try (Publication third = bus.publish(PublicationSettings.of(STREAM).withCapacity(64 << 10));
                        Snapshotter _ = follow(third)) {
                    for (int order = 1; order <= 2_000; order++) {
                        order(third, order);
                        while (Snapshotter.lags(third)) {
                            Thread.onSpinWait();
                        }
                    }
                    until(stream, () -> joined.count == 3 && stream.isJoined());
                    assertEquals(2_000, orders(third));
                    assertTrue(delivered < 2_000, "messages of the third session: " + delivered);
                }
                order(first, 4);
                until(stream, () -> orders(first) == 3);
            }
        }
        assertEquals(List.of(), joined.failures);
    }

    /** The first session is read from its first message; the second one is lapped before its first poll. */
    @Test
    void sessionWithoutSnapshotDoesNotEndTheOthers() {
        try (JoiningSubscription stream = JoiningSubscription.ofEach(bus, SubscriptionSettings.of(STREAM),
                JoinSettings.defaults().withTimeout(Duration.ofMillis(1)), this::booksOf, joined);
                Publication first = bus.publish(STREAM)) {
            until(stream, () -> joined.count == 1);
            try (Publication second = bus.publish(PublicationSettings.of(STREAM).withCapacity(64 << 10))) {
                for (int order = 1; order <= 2_000; order++) {
                    order(second, order);
                }
                until(stream, () -> !joined.failures.isEmpty());
                assertEquals(List.of(second.session()), joined.failures);
                assertEquals(0, orders(second));
            }
            order(first, 1);
            until(stream, () -> orders(first) == 1);
        }
    }

    private BookUpdater booksOf(final Session session) {
        final BookUpdater books = new BookUpdater(new Books(8));
        each.put(session.id(), books);
        return books;
    }

    private int orders(final Publication of) {
        return each.get(of.session().id()).books().liveOrders();
    }

    private Snapshotter follow(final Publication feed) {
        final Snapshotter snapshotter = Snapshotter.open(bus, STREAM, List.of(), new SnapshotSettings(1_000_000,
                1_000_000), SystemNanoClock.INSTANCE, news -> {});
        snapshotter.join(feed);
        return snapshotter;
    }

    private static final class Results implements Joiner {
        private int count;
        private final List<Session> failures = new ArrayList<>();

        @Override
        public void onJoined(final Session session, final long next, final int orders) {
            count++;
        }

        @Override
        public void onNotJoined(final Session session, final BusException cause) {
            failures.add(session);
        }
    }

    @Test
    void pollsNothingAfterItWasClosed() {
        final JoiningSubscription stream = subscribe(Patience.LIMIT);
        stream.close();
        assertTrue(stream.isClosed());
        assertEquals(0, poll(stream));
    }

    @Test
    void limitsAreChecked() {
        assertThrows(BusException.class, () -> JoinSettings.defaults().withMemoryBytes(1 << 20));
        assertThrows(BusException.class, () -> JoinSettings.defaults().withTimeout(Duration.ZERO));
    }

    private JoiningSubscription subscribe(final Duration timeout) {
        return JoiningSubscription.of(bus, SubscriptionSettings.of(STREAM),
                JoinSettings.defaults().withTimeout(timeout),
                updater, new Joiner() {});
    }

    private int poll(final JoiningSubscription stream) {
        return stream.poll((buffer, offset, length, frame) -> {
            each.getOrDefault(frame.session(), updater).apply(buffer, offset, length);
            delivered++;
            return Action.TAKEN;
        }, 64);
    }

    private void until(final JoiningSubscription stream, final BooleanSupplier condition) {
        final long deadlineNs = System.nanoTime() + Patience.NS;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - deadlineNs < 0);
            poll(stream);
            Thread.onSpinWait();
        }
    }

    private void instrument(final Publication feed) {
        final int length = MessageHeaderEncoder.ENCODED_LENGTH + InstrumentEncoder.BLOCK_LENGTH + 4 + 2 + 3;
        final int offset = feed.claim(length);
        feed.buffer().setMemory(offset, length, (byte) 0);
        final InstrumentEncoder instrument = new InstrumentEncoder().wrapAndApplyHeader(feed.buffer(), offset, header)
                .instrumentId(1);
        instrument.legsCount(0);
        instrument.symbol("XYZ");
        feed.commit();
    }

    private void order(final Publication feed, final long order) {
        final int offset = feed.claim(MessageHeaderEncoder.ENCODED_LENGTH + OrderAddedEncoder.BLOCK_LENGTH);
        added.wrapAndApplyHeader(feed.buffer(), offset, header).timestamp(0).instrumentId(1)
                .side(Side.BUY).orderId(order).price(10_000 + order).quantity(100).attribution("");
        feed.commit();
    }
}
