package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.SessionEvent;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.testkit.Patience;
import io.verbus.testkit.ShmDir;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A subscription with the addresses of two relays, over TCP, while messages flow: the relay that it reads is killed
 * again and again ({@code -Dverbus.relayKills}). The wait until messages flow again is printed, not bounded.
 */
@Tag("long")
class KilledRelayTest {
    private static final int KILLS = Integer.getInteger("verbus.relayKills", 5);
    private static final int LIMIT = 100;
    /** Between two messages. */
    private static final long PAUSE_NS = 50_000;
    private static final int FLOWING = 1_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[2 * Long.BYTES]);
    private final List<SessionEvent> events = new ArrayList<>();
    private String first;
    private String second;
    private String origin;
    private Bus far;
    private Bus near;
    private Publication publication;
    private Subscription subscription;
    private long dueNs = System.nanoTime();
    private long received;
    private long missed;
    private long continued;
    private long losses;
    /** Time at which the newest message received was published. */
    private long publishedNs;

    @BeforeEach
    void publish() throws IOException {
        first = SeatBuses.freeAddress();
        second = SeatBuses.freeAddress();
        origin = SeatBuses.freeAddress();
        far = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("far")));
        near = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("near")));
        publication = far.publish(PublicationSettings.of("s").withCapacity(1 << 20)
                .withEndpoints(Endpoint.listen(origin)));
        subscription = near.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.SKIP).withStart(Start.oldest())
                .withEndpoints(Endpoint.connect(first), Endpoint.connect(second)).withListener(this::onEvent));
    }

    @AfterEach
    void close() {
        near.close();
        far.close();
    }

    @Test
    void subscriptionContinuesAtTheOtherRelay() throws IOException {
        final List<Long> waitsNs = new ArrayList<>();
        Command preferred = relay("first", first);
        preferred.awaitLine("relaying session ");
        awaitFlow();
        try (Command other = relay("second", second)) {
            other.awaitLine("relaying session ");
            while (waitsNs.size() < KILLS) {
                awaitFlow();
                final long before = losses;
                preferred.kill();
                preferred.close();
                final long killedNs = System.nanoTime();
                await(() -> publishedNs > killedNs);
                final long waitNs = System.nanoTime() - killedNs;
                awaitFlow();
                if (losses > before) { // else it read the other one: it returns while a relay is still catching up
                    waitsNs.add(waitNs);
                }
                final long stays = continued;
                preferred = relay("first", first);
                preferred.awaitLine("relaying session ");
                await(() -> continued > stays);
            }
            publication.close();
            await(() -> !events.isEmpty() && events.getLast() instanceof SessionEvent.Ended);
            assertTrue(other.isAlive(), other::output);
        } finally {
            preferred.close();
        }
        assertEquals(publication.sequence(), received + missed, events::toString);
        waitsNs.sort(null);
        System.out.printf("relays: %d kills, %d messages missed of %d, wait for the other relay %.1f ms (median), %.1f"
                + " ms (longest)%n", KILLS, missed, publication.sequence(), waitsNs.get(KILLS / 2) / 1e6,
                waitsNs.getLast() / 1e6);
    }

    private Command relay(final String host, final String address) throws IOException {
        return Command.start(directory.resolve(host), "relay", "--stream", "s", "--connect", origin, "--listen",
                address, "--idle", "yield");
    }

    private void awaitFlow() {
        final long until = received + FLOWING;
        await(() -> received >= until);
    }

    private void await(final BooleanSupplier condition) {
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            offer();
            subscription.poll((buffer, offset, length, header) -> {
                assertEquals(received + missed, header.sequence(), events::toString);
                assertEquals(received + missed, buffer.getLong(offset));
                publishedNs = buffer.getLong(offset + Long.BYTES);
                received++;
                return Action.TAKEN;
            }, LIMIT);
            assertTrue(System.nanoTime() - beginNs < Patience.NS, () -> received + " messages, " + events);
            Thread.yield();
        }
    }

    private void offer() {
        final long nowNs = System.nanoTime();
        if (nowNs - dueNs >= 0) {
            message.putLong(0, publication.sequence());
            message.putLong(Long.BYTES, nowNs);
            publication.offer(message, 0, message.capacity());
            dueNs = nowNs + PAUSE_NS;
        }
    }

    private void onEvent(final SessionEvent event) {
        events.add(event);
        switch (event) {
            case final Gap gap -> missed += gap.count();
            case LostSession _ -> losses++;
            case SessionEvent.Started _,SessionEvent.Back _ -> continued++;
            default -> {
                // the sequences show the missing messages
            }
        }
    }
}
