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
import io.verbus.support.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A subscription with the addresses of two relays, over TCP, while messages flow: the relay that it reads is killed
 * again and again. Publisher and subscription are on one side of the network of the test, each relay is a host of its
 * own.
 */
final class KilledRelays implements AutoCloseable {
    private static final int LIMIT = 100;
    /** Between two messages. */
    private static final long PAUSE_NS = 50_000;
    private static final int FLOWING = 1_000;
    private static final String PORT = ":7471";

    private final Path directory;
    private final String origin;
    private final List<String> hosts;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[2 * Long.BYTES]);
    private final List<SessionEvent> events = new ArrayList<>();
    private final Bus far;
    private final Bus near;
    private final Publication publication;
    private final Subscription subscription;
    private final Command[] relays = new Command[2];
    private long dueNs = System.nanoTime();
    private long received;
    private long missed;
    /** Losses by the end of a relay, not by a return to the first one. */
    private long losses;
    /** The relay that is read, probably. */
    private int read;
    /** Time at which the newest message received was published. */
    private long publishedNs;

    private KilledRelays(final Path directory, final String origin, final List<String> hosts) {
        this.directory = directory;
        this.origin = "tcp://" + origin + PORT;
        this.hosts = hosts;
        far = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("far")));
        near = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("near")));
        publication = far.publish(PublicationSettings.of("s").withCapacity(1 << 20)
                .withEndpoints(Endpoint.listen(this.origin)));
        subscription = near.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.SKIP).withStart(Start.oldest())
                .withEndpoints(Endpoint.connect(address(0)), Endpoint.connect(address(1)))
                .withListener(this::onEvent));
    }

    /** Arguments: directory, kills, address of this host, and the network namespaces and addresses of two relays. */
    public static void main(final String[] args) throws IOException {
        try (KilledRelays relays = new KilledRelays(Path.of(args[0]), args[2], List.of(args).subList(3, args.length))) {
            relays.kill(Integer.parseInt(args[1]));
        }
    }

    @Override
    public void close() {
        near.close();
        far.close();
    }

    private void kill(final int kills) throws IOException {
        final List<Long> waitsNs = new ArrayList<>();
        try {
            start(0);
            start(1);
            for (final Command relay : relays) {
                relay.awaitLine("relaying session ");
            }
            while (waitsNs.size() < kills) {
                awaitFlow();
                final int killed = read;
                final long before = losses;
                relays[killed].kill();
                relays[killed].close();
                final long killedNs = System.nanoTime();
                await(() -> publishedNs > killedNs);
                final long waitNs = System.nanoTime() - killedNs;
                awaitFlow();
                read = 1 - killed;
                if (losses > before) { // else it has not read that one
                    waitsNs.add(waitNs);
                    System.out.printf("kill %d: %.1f ms%n", waitsNs.size(), waitNs / 1e6);
                }
                start(killed);
                relays[killed].awaitLine("relaying session ");
            }
            await(() -> read == 0); // a session that ends during the return to an earlier endpoint can be lost
            publication.close();
            await(() -> !events.isEmpty() && events.getLast() instanceof SessionEvent.Ended);
        } finally {
            for (final Command relay : relays) {
                if (relay != null) {
                    relay.close();
                }
            }
        }
        assertEquals(publication.sequence(), received + missed, this::toString);
        waitsNs.sort(null);
        System.out.printf("relays: %d kills, %d messages missed of %d, wait for the other relay %.1f ms (median), %.1f"
                + " ms (longest)%n", kills, missed, publication.sequence(), waitsNs.get(kills / 2) / 1e6,
                waitsNs.getLast() / 1e6);
    }

    private String address(final int relay) {
        return "tcp://" + hosts.get(2 * relay + 1) + PORT;
    }

    private void start(final int relay) throws IOException {
        final String host = hosts.get(2 * relay);
        relays[relay] = Command.startWithin(List.of("ip", "netns", "exec", host), directory.resolve(host), "relay",
                "--stream", "s", "--connect", origin, "--listen", address(relay), "--idle", "yield");
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
                assertEquals(received + missed, header.sequence(), this::toString);
                assertEquals(received + missed, buffer.getLong(offset));
                publishedNs = buffer.getLong(offset + Long.BYTES);
                received++;
                return Action.TAKEN;
            }, LIMIT);
            assertTrue(System.nanoTime() - beginNs < Patience.NS, this::toString);
            Thread.yield();
        }
    }

    @Override
    public String toString() {
        return received + " messages, " + events + "\n"
                + Arrays.stream(relays).map(Command::output).collect(Collectors.joining("\n"));
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
            case final LostSession lost -> losses += lost.description().contains("it continues at") ? 0 : 1;
            case SessionEvent.Back _ -> read = 0; // after a kill the other one, as set there
            default -> {
                // the sequences show the missing messages
            }
        }
    }
}
