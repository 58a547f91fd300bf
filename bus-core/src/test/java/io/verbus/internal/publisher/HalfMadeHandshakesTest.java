package io.verbus.internal.publisher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BlockingPermission;
import io.verbus.BusException;
import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.Start;
import io.verbus.SubscriberListener;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.monitor.BackPressureCounters;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.LogLink;
import io.verbus.spi.Request;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.support.ShmDir;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Subscribers that request a place in a log and never name their image. */
final class HalfMadeHandshakesTest {
    private static final long MS = 1_000_000;
    private static final int SECONDS = 20;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private Log log;
    private RemoteReaders readers;
    private LogWriter writer;
    private long nowNs = 1_000 * MS;
    private long lastId;

    @BeforeEach
    void open() {
        log = Log.create(directory.resolve("log"), new LogIdentity("s", 1, "publisher", LogLayout.MIN_CAPACITY, false,
                7, 1, 0, 0, "test"));
        readers = new RemoteReaders(log, new ReaderSettings(500 * MS, 10_000 * MS,
                new BlockingBudgets(BlockingPermission.allowed(), 10_000 * MS, LogLayout.MIN_CAPACITY),
                SubscriberListener.NONE,
                Assertions::fail, reader -> BackPressureCounters.NONE), null, () -> {});
        writer = new LogWriter(log, readers, () -> nowNs);
        readers.open(writer, List.of(), List.of(), null);
    }

    @AfterEach
    void close() {
        log.unlink();
        log.close();
    }

    @Test
    void peersThatNeverNameTheirImageDelayNoClaim() {
        List<Request> strangers = List.of();
        for (int ms = 0; ms < SECONDS * 1_000; ms++) {
            if (ms % 4_500 == 0) { // each reconnects before its handshake times out
                strangers.forEach(one -> readers.dropped(one, "it was late"));
                strangers = List.of(stranger(), stranger());
                strangers.forEach(readers::offer);
            }
            nowNs += MS;
            if (ms % 20 == 0) {
                readers.doWork(nowNs);
            }
            assertTrue(writer.claim(200) >= 0, "claim refused after " + ms + " ms");
            writer.commit();
        }
        assertEquals(0, readers.count());
    }

    /** Peers without a secret that complete the handshake under BLOCK, read nothing, and connect again as another. */
    @Test
    void strangersWithAnImageDelayNoClaim() {
        for (int ms = 0; ms < SECONDS * 1_000; ms++) {
            if (ms % 50 == 0) {
                final Request stranger = stranger().ofStranger();
                assertEquals(Refusal.NAME, readers.offer(stranger).refusal());
                readers.joined(stranger, silentLink());
            }
            nowNs += MS;
            if (ms % 20 == 0) {
                readers.doWork(nowNs);
            }
            assertEquals(Long.MAX_VALUE, readers.lowest(), "gating position after " + ms + " ms");
            assertTrue(writer.claim(200) >= 0, "claim refused after " + ms + " ms");
            writer.commit();
        }
        assertEquals(0, writer.refusedClaims());
    }

    @Test
    void strangerMayNotTakeThePlaceOfASubscriptionThatBlocks() {
        final Request friend = stranger();
        assertEquals(Refusal.NONE, readers.offer(friend).refusal());
        readers.joined(friend, silentLink());
        assertEquals(0, readers.lowest());
        assertThrows(BusException.class, () -> readers.offer(friend.ofStranger()));
    }

    private static LogLink silentLink() {
        return (LogLink) Proxy.newProxyInstance(LogLink.class.getClassLoader(), new Class<?>[]{LogLink.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "push" -> arguments[0];
                    case "unfinished" -> Long.MAX_VALUE;
                    case "consumed", "heartbeat" -> 0L;
                    case "hasCredit", "jump", "isLeft", "isProbeDue" -> false;
                    case "isReleased" -> true;
                    case "peer", "medium" -> "stranger";
                    default -> null;
                });
    }

    @Test
    void closingPublicationWaitsForPendingHandshakes() {
        final Request stranger = stranger();
        readers.offer(stranger);
        assertTrue(readers.isUnderWay());
        readers.dropped(stranger, "it gave up");
        assertFalse(readers.isUnderWay());
    }

    private Request stranger() {
        final long id = ++lastId;
        return new Request("s", new SubscriptionIdentity(id, "stranger", Policy.BLOCK, id, 1),
                new Request.Another(Set.of(), Start.oldest()));
    }
}
