package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.SessionEvent;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.recovery.RecoveringSubscription;
import io.verbus.recovery.RecoverySettings;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./bus relay} between two bus directories, over TCP: what its readers get, and its exit statuses. */
class RelayCommandTest {
    private static final int LIMIT = 100;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final List<Long> received = new ArrayList<>();
    private final List<SessionEvent> events = new ArrayList<>();
    private String address;
    private Path here;
    private Bus far;
    private Bus near;
    private Publication publication;
    private Subscription subscription;

    @BeforeEach
    void publish() throws IOException {
        here = Files.createDirectories(directory.resolve("near"));
        address = SeatBuses.freeAddress();
        far = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("far")));
        near = Bus.launch(BusSettings.defaults().withDirectory(here));
        publication = far.publish(PublicationSettings.of("s").withCapacity(1 << 16)
                .withEndpoints(Endpoint.listen(address)));
        subscription = near.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withStart(Start.oldest())
                .withListener(events::add));
    }

    @AfterEach
    void close() {
        near.close();
        far.close();
    }

    @Test
    void wholeSessionHasStatusZero() throws IOException {
        try (Command relay = relay("--policy", "block", "--until-session-ends")) {
            relay.awaitLine("relaying session ");
            offer(100);
            await(() -> received.size() == 100);
            try (Command stat = Command.start(here, "stat")) {
                stat.awaitLine("serves s of .* as a relay: 1 hop from the publisher, .* after 127.0.0.1.*; its slowest"
                        + " blocking reader, subscription \\(\\d+\\), is .* after it");
                assertEquals(0, stat.exitStatus(), stat::output);
            }
            publication.close();
            await(() -> events.getLast() instanceof SessionEvent.Ended);
            assertEquals(0, relay.exitStatus(), relay::output);
            assertTrue(relay.output().contains("relay: 100 frames, 0 gaps"), relay::output);
        }
        assertEquals(publication.session().id(), events.getFirst().session().id());
    }

    @Test
    void readersContinueWhenARelayIsStartedAgain() throws IOException {
        try (Command relay = relay()) {
            relay.awaitLine("relaying session ");
            offer(100);
            await(() -> received.size() == 100);
            relay.interrupt();
            assertEquals(143, relay.exitStatus(), relay::output);
        }
        await(() -> events.getLast() instanceof final LostSession lost && lost.cause() == LossCause.RELAY_ENDED);
        offer(100);
        try (Command relay = relay()) {
            await(() -> received.size() == 200);
            relay.kill();
            assertEquals(137, relay.exitStatus(), relay::output);
        }
        offer(100);
        try (Command relay = relay("--until-session-ends")) {
            await(() -> received.size() == 300);
            publication.close();
            await(() -> events.getLast() instanceof SessionEvent.Ended);
            assertEquals(0, relay.exitStatus(), relay::output);
        }
        for (int i = 0; i < received.size(); i++) {
            assertEquals(i, received.get(i));
        }
    }

    @Test
    void lostSessionHasStatusOne() throws IOException {
        try (Command relay = relay("--until-session-ends")) {
            relay.awaitLine("relaying session ");
            offer(100);
            await(() -> received.size() == 100);
            publication.breakOff();
            publication.close();
            assertEquals(1, relay.exitStatus(), relay::output);
        }
        await(() -> events.getLast() instanceof final LostSession lost && lost.forGood());
    }

    @Test
    void commandsReadFromTheRelaysThatTheyName() throws IOException {
        final String relayed = SeatBuses.freeAddress();
        final List<String> below = List.of("relay", "--stream", "s", "--connect", relayed, "--idle", "yield");
        try (Command _ = relay("--listen", relayed, "--name", "rack-1");
                Command refusing = Command.start(directory.resolve("third"),
                        with(below, "--accept-relay", "rack-2,rack-3"));
                Command accepting = Command.start(directory.resolve("fourth"),
                        with(below, "--accept-relay", "rack-2,rack-1,rack-2"))) {
            refusing.awaitLine("the subscription does not accept relay \"rack-1\": it accepts rack-2, rack-3; add its"
                    + " name, or use another address");
            accepting.awaitLine("relaying session ");
        }
    }

    private static Object[] with(final List<String> command, final String... more) {
        return Stream.concat(command.stream(), Stream.of(more)).toArray();
    }

    /** The relay is stopped until its source has overwritten messages. */
    @Test
    void readersOfARelayGetFromARecorderWhatItHasLost() throws IOException {
        subscription.close();
        final String recorder = SeatBuses.freeAddress();
        try (Command record = Command.start(directory.resolve("far"), "record", "--stream", "s", "--dir",
                directory.resolve("journal"), "--block", "--serve-listen", recorder);
                Command relay = relay();
                RecoveringSubscription reader = RecoveringSubscription.of(near,
                        SubscriptionSettings.of("s").withRepair(Repair.REPAIR).withStart(Start.oldest())
                                .withListener(events::add),
                        RecoverySettings.defaults().withTimeout(Patience.LIMIT)
                                .withEndpoints(Endpoint.connect(recorder)))) {
            record.awaitLine("recording session ");
            relay.awaitLine("relaying session ");
            offer(100);
            awaitAll(reader, 100);
            relay.stop();
            offer(5_000); // more than its source has
            relay.resume();
            awaitAll(reader, 5_100);
            relay.awaitLine("gap in session ");
        }
        assertTrue(events.stream().noneMatch(Gap.class::isInstance), events::toString);
        for (int i = 0; i < received.size(); i++) {
            assertEquals(i, received.get(i));
        }
    }

    private void awaitAll(final RecoveringSubscription reader, final int count) {
        final long beginNs = System.nanoTime();
        while (received.size() < count) {
            reader.poll(this::take, LIMIT);
            assertTrue(System.nanoTime() - beginNs < Patience.NS, () -> received.size() + " messages, " + events);
            Thread.yield();
        }
    }

    private Action take(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        received.add(buffer.getLong(offset));
        return Action.TAKEN;
    }

    @Test
    void relayWithoutAnAddressIsAWrongUse() throws IOException {
        try (Command relay = Command.start(here, "relay", "--stream", "s")) {
            assertEquals(2, relay.exitStatus(), relay::output);
            assertTrue(relay.output().contains("--connect"), relay::output);
        }
    }

    private Command relay(final Object... more) throws IOException {
        final List<Object> arguments = new ArrayList<>(
                List.of("relay", "--stream", "s", "--connect", address, "--idle", "yield"));
        arguments.addAll(List.of(more));
        return Command.start(here, arguments.toArray());
    }

    private void offer(final int count) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[Long.BYTES]);
        for (int i = 0; i < count; i++) {
            message.putLong(0, publication.sequence());
            while (publication.offer(message, 0, Long.BYTES) < 0) {
                Thread.onSpinWait();
            }
        }
    }

    private void await(final BooleanSupplier condition) {
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            subscription.poll(this::take, LIMIT);
            assertTrue(System.nanoTime() - beginNs < Patience.NS, () -> received.size() + " messages, " + events);
            Thread.yield();
        }
    }
}
