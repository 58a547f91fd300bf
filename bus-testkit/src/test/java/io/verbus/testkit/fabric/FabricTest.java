package io.verbus.testkit.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.fabric.link.Call;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The simulated fabric carries bytes as a device does, and detects wrong use. */
class FabricTest {
    private static final URI ADDRESS = URI.create("sim://a:1");
    private static final int CAPACITY = Ends.CAPACITY;

    private final long seed = Seeds.draw();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Ends ends = new Ends();
    private Fabric fabric;
    private Transport publishing;
    private Transport subscribing;
    private long nowNs;

    @Test
    void pushesAreReadOverManyLaps() {
        for (final FabricSettings settings : List.of(FabricSettings.prompt(), FabricSettings.moodyOnes())) {
            connect(settings);
            long pushed = ends.imageLink.readable();
            long written = pushed;
            long read = pushed;
            while (read < 50L * CAPACITY) {
                final long more = Math.min(written + 32L * random.nextInt(300), read + CAPACITY);
                for (; written < more; written += 8) {
                    ends.ring.putLong((int) written & CAPACITY - 1, written);
                }
                ends.logLink.poll();
                pushed = ends.logLink.push(pushed, written);
                step();
                ends.receivePoller.poll();
                for (; read < ends.imageLink.readable(); read += 8) {
                    assertEquals(read, ends.image.getLong((int) read & CAPACITY - 1), "seed " + seed);
                }
                ends.imageLink.consumed(read);
            }
            assertEquals(List.of(), fabric.breaches());
        }
    }

    @Test
    void creditBoundsPushesAndReturns() {
        connect(FabricSettings.prompt().withReceives(1 << 14));
        long pushed = pushAll(0, CAPACITY);
        assertEquals(CAPACITY, pushed);
        assertEquals(pushed, pushAll(pushed, pushed + CAPACITY));
        ends.receivePoller.poll();
        ends.imageLink.consumed(CAPACITY / 2);
        ends.receivePoller.poll();
        step();
        ends.logLink.poll();
        assertEquals(CAPACITY / 2, ends.logLink.consumed());
        pushed = pushAll(pushed, pushed + CAPACITY);
        assertEquals(CAPACITY + CAPACITY / 2, pushed);
    }

    @Test
    void jumpIsAnnouncedAfterPushedBytes() {
        connect(FabricSettings.prompt());
        long pushed = pushAll(0, 320);
        assertTrue(ends.logLink.jump(pushed, 1 << 20, 99));
        pushed = 1 << 20;
        assertEquals(pushed, ends.logLink.push(pushed, pushed + 64), "no push before the subscriber is connected");
        step();
        ends.receivePoller.poll();
        assertEquals(320, ends.imageLink.readable());
        assertEquals(1 << 20, ends.imageLink.jumpPosition());
        assertEquals(99, ends.imageLink.jumpSequence());
        ends.imageLink.resume();
        step();
        ends.logLink.poll();
        assertEquals(pushed + 64, ends.logLink.push(pushed, pushed + 64));
    }

    @Test
    void logThatOverwritesUnfinishedWritesIsDetected() {
        connect(FabricSettings.prompt());
        ends.logLink.push(0, 96);
        ends.ring.putByte(40, (byte) 1);
        final String breach = assertThrows(AssertionError.class, this::step).getMessage();
        assertTrue(breach.contains("the log has overwritten 40"), breach);
    }

    @Test
    void unreadableBytesAreGarbage() {
        connect(FabricSettings.prompt());
        assertNotEquals(0, ends.image.getLong(0));
        pushAll(0, 64);
        ends.receivePoller.poll();
        assertEquals(0, ends.image.getLong(32));
        assertNotEquals(0, ends.image.getLong(64));
        ends.imageLink.consumed(32);
        assertNotEquals(0, ends.image.getLong(0));
        assertEquals(0, ends.image.getLong(32));
    }

    @Test
    void twoOwnersOfACursorAreDetected() {
        connect(FabricSettings.prompt());
        fabric.interruption(call -> {
            if (call == Call.PUSH) {
                ends.logLink.poll();
            }
        });
        assertThrows(AssertionError.class, () -> ends.logLink.push(0, 32));
    }

    @Test
    void cutPathEndsOnlyTheWriter() {
        connect(FabricSettings.prompt());
        ends.logLink.push(0, 32);
        fabric.between("a", "b", Condition.CUT);
        for (int i = 0; i < 5; i++) {
            nowNs += Duration.ofMillis(20).toNanos();
            step();
        }
        assertTrue(ends.logLink.endedBy().startsWith("no answer from b#1 for 60 ms"), ends.logLink.endedBy());
        assertNull(ends.imageLink.endedBy());
        assertEquals(Long.MAX_VALUE, ends.logLink.isReleased() ? ends.logLink.unfinished() : 0);
        ends.logLink.close();
        assertEquals(1, fabric.links());
    }

    @Test
    void endIsReportedToTheOtherSide() {
        connect(FabricSettings.prompt());
        ends.logLink.push(0, 32);
        ends.imageLink.end("enough");
        step();
        assertEquals("b#1 has disconnected", ends.logLink.endedBy());
        ends.receivePoller.poll();
        assertEquals(0, ends.imageLink.readable(), "no effect after the end");
        assertFalse(ends.logLink.isReleased() && !ends.imageLink.isReleased());
    }

    @Test
    void departureIsKnownBeforeTheEndIsReported() {
        for (int i = 0; i < 100; i++) {
            connect(FabricSettings.moodyOnes());
            ends.imageLink.leave();
            while (ends.logLink.endedBy() == null) {
                fabric.step(nowNs);
            }
            assertTrue(ends.logLink.isLeft(), "seed " + seed);
        }
    }

    @Test
    void missingListenerIsExplained() {
        open(FabricSettings.prompt());
        subscribing.connect(ADDRESS, ends, ends.another());
        step();
        assertEquals(List.of("NO_SESSION: no listener at sim://a:1: start the other side, or correct the address"),
                ends.notifications);
    }

    @Test
    void endOfTheOfferedSessionDoesNotMeanThatThereIsNoOther() {
        open(FabricSettings.prompt());
        publishing.listen(ADDRESS, (LogAcceptor) ends);
        subscribing.connect(ADDRESS, ends, ends.another());
        fabric.settle(nowNs);
        publishing.doWork(nowNs);
        publishing.forget((LogAcceptor) ends);
        step();
        assertEquals(List.of("UNREACHABLE: sim://a:1 has closed that session"), ends.notifications);
    }

    @Test
    void logConnectsToAListeningSubscription() {
        open(FabricSettings.prompt());
        subscribing.listen(URI.create("sim://b:2"), (ImageEnd) ends);
        publishing.connect(URI.create("sim://b:2"), ends);
        step();
        assertEquals(List.of("image joined", "log joined"), ends.notifications);
    }

    @Test
    void lostHandshakeTimesOut() {
        open(FabricSettings.prompt());
        publishing.listen(ADDRESS, (LogAcceptor) ends);
        fabric.loseHandshakes(1);
        subscribing.connect(ADDRESS, ends, ends.another());
        step();
        assertEquals(List.of(), ends.notifications);
        nowNs += Duration.ofSeconds(1).toNanos();
        step();
        assertEquals(List.of("UNREACHABLE: no answer from sim://a:1 in 500 ms: check the network path"),
                ends.notifications);
    }

    private long pushAll(final long from, final long to) {
        long pushed = from;
        for (long before = -1; pushed > before;) {
            before = pushed;
            pushed = ends.logLink.push(pushed, to);
            step();
            ends.logLink.poll();
            ends.receivePoller.poll();
            step();
            ends.logLink.poll();
        }
        return pushed;
    }

    private void open(final FabricSettings settings) {
        fabric = new Fabric(seed, settings);
        publishing = fabric.process("a").open(context());
        subscribing = fabric.process("b").open(context());
        ends.receivePoller = subscribing.receivePoller(8);
    }

    private void connect(final FabricSettings settings) {
        open(settings);
        publishing.listen(ADDRESS, (LogAcceptor) ends);
        subscribing.connect(ADDRESS, ends, ends.another());
        step();
        assertEquals(List.of("image joined", "log joined"),
                ends.notifications.subList(ends.notifications.size() - 2, ends.notifications.size()));
    }

    /** Everything that can move has moved. */
    private void step() {
        for (int i = 0; i < 6; i++) {
            fabric.settle(nowNs);
            publishing.doWork(nowNs);
            subscribing.doWork(nowNs);
        }
        fabric.settle(nowNs);
    }

    private TransportContext context() {
        return new TransportContext(() -> nowNs, random, error -> {
            throw new AssertionError(error);
        });
    }
}
