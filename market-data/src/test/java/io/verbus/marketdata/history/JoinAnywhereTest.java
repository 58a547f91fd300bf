package io.verbus.marketdata.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.SnapshotStream;
import io.verbus.marketdata.generator.SessionShape;
import io.verbus.marketdata.snapshot.SnapshotDuty;
import io.verbus.marketdata.snapshot.SnapshotSettings;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A feed, its snapshots, and books that join at random moments, stepped in random order under virtual time. Whenever
 * books join, they end in the same state as books that read everything.
 */
final class JoinAnywhereTest {
    private static final String STREAM = "md.test";
    private static final Flow FLOW = new Flow(new SessionShape(1, 20_000, 200, 2_000));
    private static final BookUpdater REFERENCE = FLOW.books();
    private static final int JOINS = 20;
    private static final long NO_TIMEOUT_NS = Long.MAX_VALUE / 2;
    private static final SnapshotSettings SETTINGS = new SnapshotSettings(2_000_000, 5_000_000);

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final List<LateBooks> latecomers = new ArrayList<>();
    private SplittableRandom random;
    private SnapshotDuty duty;
    private long nowNs;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void lateBooksEndAsBooksThatReadEverything(final long seed) {
        random = new SplittableRandom(seed);
        int bySnapshot = 0;
        try (Bus bus = launch(); Publication to = publish(bus, SnapshotStream.of(STREAM), 256 << 10)) {
            final Publication stream = publish(bus, STREAM, 64 << 10);
            duty = new SnapshotDuty(bus, stream.session(), to, SETTINGS, news -> {
                throw new AssertionError(news);
            }, nowNs);
            final int[] moments = random.ints(JOINS, 0, FLOW.messages().size()).sorted().toArray();
            int joins = 0;
            for (int i = 0; i < FLOW.messages().size(); i++) {
                while (joins < JOINS && moments[joins] == i) {
                    joins++;
                    latecomers.add(new LateBooks(bus, STREAM, Policy.BLOCK, NO_TIMEOUT_NS));
                }
                publish(stream, FLOW.messages().get(i));
                if (random.nextInt(10) == 0) {
                    step();
                }
            }
            while (!stream.tryClose()) {
                step();
            }
            while (latecomers.stream().anyMatch(latecomer -> !latecomer.isOver())) {
                step();
            }
            for (final LateBooks latecomer : latecomers) {
                assertEquals(Flow.lines(REFERENCE), Flow.lines(latecomer.books()), "seed " + seed);
                assertEquals(0, latecomer.gaps());
                bySnapshot += latecomer.snapshotOrders() > 0 ? 1 : 0;
            }
            close();
        }
        assertTrue(bySnapshot > JOINS / 2, "by a snapshot " + bySnapshot);
    }

    @Test
    void booksThatAreLappedWhileTheyWaitUnderSkipJoin() {
        random = new SplittableRandom(77);
        try (Bus bus = launch(); Publication to = publish(bus, SnapshotStream.of(STREAM), 256 << 10)) {
            final Publication stream = publish(bus, STREAM, 64 << 10);
            duty = new SnapshotDuty(bus, stream.session(), to, SETTINGS, news -> {
                throw new AssertionError(news);
            }, nowNs);
            publish(stream, 0, 8_000);
            final LateBooks latecomer = new LateBooks(bus, STREAM, Policy.SKIP, NO_TIMEOUT_NS);
            latecomer.step(nowNs);
            publish(stream, 8_000, 12_000); // several laps of the log, during which the books do not read
            latecomers.add(latecomer);
            publish(stream, 12_000, FLOW.messages().size());
            assertTrue(latecomer.isJoined(), latecomer.reports()::toString);
            while (!stream.tryClose() || !latecomer.isOver()) {
                step();
            }
            assertEquals(0, latecomer.gaps());
            assertEquals(Flow.lines(REFERENCE), Flow.lines(latecomer.books()));
            close();
        }
    }

    @Test
    void booksThatWaitWhenTheFeedEndsJoinItsRestart() {
        random = new SplittableRandom(78);
        final SnapshotSettings seldom = new SnapshotSettings(3_600_000_000_000L, 1_000_000_000);
        try (Bus bus = launch(); Publication to = publish(bus, SnapshotStream.of(STREAM), 256 << 10)) {
            final Publication first = publish(bus, STREAM, 64 << 10);
            duty = new SnapshotDuty(bus, first.session(), to, seldom, news -> {
                throw new AssertionError(news);
            }, nowNs);
            publish(first, 0, 5_000);
            final LateBooks latecomer = new LateBooks(bus, STREAM, Policy.BLOCK, NO_TIMEOUT_NS);
            latecomers.add(latecomer);
            publish(first, 5_000, 6_000);
            while (!first.tryClose()) {
                step();
            }
            assertEquals(List.of(), latecomer.reports().stream().filter(line -> line.contains("restarted")).toList());
            duty.close();
            final Publication second = publish(bus, STREAM, 64 << 10);
            duty = new SnapshotDuty(bus, second.session(), to, SETTINGS, news -> {
                throw new AssertionError(news);
            }, nowNs);
            publish(second, 0, FLOW.messages().size());
            while (!second.tryClose() || !latecomer.isOver()) {
                step();
            }
            assertNotEquals(null, latecomer.session());
            assertEquals(second.session(), latecomer.session());
            assertEquals(Flow.lines(REFERENCE), Flow.lines(latecomer.books()));
            close();
        }
    }

    private void publish(final Publication stream, final int from, final int to) {
        for (int i = from; i < to; i++) {
            publish(stream, FLOW.messages().get(i));
            if (random.nextInt(10) == 0) {
                step();
            }
        }
    }

    private void publish(final Publication stream, final UnsafeBuffer message) {
        while (stream.offer(message, 0, message.capacity()) < 0) {
            step();
        }
    }

    /** Advances the time and steps the snapshot duty, and each latecomer with probability 2/3. */
    private void step() {
        nowNs += random.nextInt(20_000);
        duty.doWork(nowNs); // in every step, otherwise it would be lapped
        for (final LateBooks latecomer : latecomers) {
            if (random.nextInt(3) > 0) {
                latecomer.step(nowNs);
            }
        }
    }

    private void close() {
        latecomers.forEach(LateBooks::close);
        duty.close();
    }

    private Bus launch() {
        return Bus.launch(BusSettings.defaults().withDirectory(directory));
    }

    private static Publication publish(final Bus bus, final String stream, final int capacity) {
        return bus.publish(PublicationSettings.of(stream).withCapacity(capacity).withLinger(Duration.ofSeconds(30)));
    }
}
