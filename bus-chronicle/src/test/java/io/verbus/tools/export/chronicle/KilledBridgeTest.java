package io.verbus.tools.export.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.SubscriptionSettings;
import io.verbus.support.Forked;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import io.verbus.tools.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bridge is killed at random, and its publisher restarted, while its queue rolls: the queue has each message once, or
 * the bridge has reported it as missing.
 */
@Tag("processes")
class KilledBridgeTest {
    private static final int KILLS = Integer.getInteger("verbus.bridgeKills", 4);
    private static final long SEED = Seeds.draw();
    private static final String STREAM = "s";
    private static final int BURST = 3_000;

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[200]);
    /** Number of messages by session. */
    private final Map<String, Long> published = new LinkedHashMap<>();
    private Publication publication;

    @Test
    void queueHasEachMessageOnceOrItIsReported() throws IOException {
        try (Bus launched = Bus.launch(BusSettings.defaults().withDirectory(bus))) {
            open(launched);
            if (random.nextBoolean()) { // a reader that lags keeps the logs of ended sessions for a while
                launched.subscribe(SubscriptionSettings.of(STREAM).withPolicy(Policy.SKIP));
            }
            for (int kill = 0; kill < KILLS; kill++) {
                try (Forked bridge = bridge()) {
                    bridge.awaitLine("bridging session ");
                    publish();
                    if (random.nextBoolean()) {
                        publication.close();
                        if (random.nextBoolean()) { // else its log may be gone before the bridge has read all
                            bridge.awaitLine("ended before sequence ");
                        }
                        open(launched);
                        publish();
                    }
                    bridge.kill();
                }
                publish();
            }
            try (Forked bridge = bridge()) {
                bridge.awaitLine("bridging session ");
                publish();
                publication.close();
                await(() -> read().containsKey(name() + " ended"), bridge);
                bridge.interrupt();
                final int status = bridge.exitStatus();
                final Map<String, Long> found = read();
                published.forEach((session, count) -> assertIsKnown(session, count, found, bridge));
                assertEquals(bridge.output().contains(" missing") ? 1 : 143, status, bridge::output);
            }
        }
        try (Stream<Path> files = Files.list(folder.resolve("queue"))) {
            final long cycles = files.filter(file -> file.toString().endsWith(".cq4")).count();
            assertTrue(cycles > 1, "the queue has rolled " + cycles);
        }
    }

    /** All messages are in the queue, or the last bridge reports the rest, as the log was gone. */
    private static void assertIsKnown(final String session, final long count, final Map<String, Long> found,
            final Forked bridge) {
        final long next = found.getOrDefault(session + " next", 0L);
        assertTrue(next == count || bridge.output().contains("session " + session + ": sequences from " + next
                + " on are missing"), () -> "seed " + SEED + ": session " + session + " has " + count + " messages: "
                        + found + bridge.output());
        assertTrue(found.containsKey(session + " ended"), () -> "seed " + SEED + ": " + session + found);
    }

    private void open(final Bus launched) {
        publication = launched.publish(PublicationSettings.of(STREAM).withCapacity(1 << 24));
        published.put(name(), 0L);
    }

    private String name() {
        return String.format("%016x", publication.session().id());
    }

    private void publish() {
        final int count = 1 + random.nextInt(BURST);
        for (int i = 0; i < count; i++) {
            final int length = Long.BYTES + random.nextInt(message.capacity() - Long.BYTES);
            message.putLong(0, published.get(name()));
            await(() -> publication.offer(message, 0, length) >= 0, null);
            published.merge(name(), 1L, Long::sum);
        }
    }

    private static void await(final BooleanSupplier condition, final Forked process) {
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - beginNs < Patience.NS, () -> process == null ? "" : process.output());
            Thread.onSpinWait();
        }
    }

    /** Checks all documents. Returns the next sequence of each session, and which sessions have ended. */
    private Map<String, Long> read() {
        final Map<String, Long> found = new HashMap<>();
        ReadDocuments.queue(folder.resolve("queue"), (event, fields) -> {
            if (event.equals("sessions")) {
                return;
            }
            final String session = (String) fields.get("session");
            final long next = found.getOrDefault(session + " next", 0L);
            switch (event) {
                case "message" -> {
                    final long sequence = ((Number) fields.get("sequence")).longValue();
                    assertEquals(next, sequence, () -> "seed " + SEED + ": the next message of " + session);
                    assertEquals(sequence, new UnsafeBuffer(RowHash.bytes(fields.get("bytes"))).getLong(0));
                    found.put(session + " next", next + 1);
                }
                case "missed" -> {
                    assertEquals(next, ((Number) fields.get("first")).longValue(), () -> "seed " + SEED);
                    found.put(session + " next", ((Number) fields.get("next")).longValue());
                }
                case "ended" -> found.put(session + " ended", next);
                default -> throw new AssertionError(event);
            }
        });
        return found;
    }

    private Forked bridge() throws IOException {
        return Forked.start(List.of(), List.of("@../config/chronicle.options"), Main.class, bus, "bridge", STREAM,
                "--queue", folder.resolve("queue"), "--roll", "TEST_SECONDLY", "--idle", "yield");
    }
}
