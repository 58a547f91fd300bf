package io.verbus.internal.subscriber;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.SessionEvent;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import io.verbus.support.seeds.VirtualTime;
import io.verbus.testkit.fabric.Condition;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A publication and a subscription with two paths between them. */
class ConnectorsTest {
    private static final String HERE = "here";
    private static final String THERE = "there";
    private static final int MOST_CYCLES = 4_000;
    /** Cycles in which a subscription that has reason to change its connection would have done so. */
    private static final int CYCLES_OF_REST = 400;
    private static final int ROUNDS = 200;
    private static final int MOST_CYCLES_OF_A_ROUND = 120;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private final VirtualTime time = new VirtualTime(0);
    private final Fabric fabric = new Fabric(1, FabricSettings.prompt());
    private final List<Long> received = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    /** The name of the listening host on each path. */
    private String first;
    private String second;
    private Bus there;
    private Bus here;
    private Publication publication;
    private Subscription subscription;
    private long sent;

    /** The side that connects. */
    enum Side {
        SUBSCRIPTION, PUBLICATION;

        String host() {
            return this == SUBSCRIPTION ? HERE : THERE;
        }
    }

    @BeforeEach
    void launch() {
        there = launch(THERE);
        here = launch(HERE);
    }

    @AfterEach
    void close() {
        fabric.mend();
        fabric.driveItself();
        time.rush(true);
        here.close();
        there.close();
        assertEquals(List.of(), fabric.breaches());
    }

    @ParameterizedTest
    @EnumSource
    void cutPathIsReplacedWithoutAGapAndReturns(final Side connecting) {
        begin(connecting);
        awaitMessages(100);
        fabric.between(connecting.host(), first, Condition.CUT);
        awaitMessages(100);
        assertLinks(0, 1);
        fabric.mend();
        await(() -> fabric.links(first) == 1 && fabric.links(second) == 0);
        awaitMessages(100);
        assertNothingIsMissing();
    }

    @ParameterizedTest
    @EnumSource
    void onePathIsUsedAtATimeAndTheFirstIsPreferred(final Side connecting) {
        begin(connecting);
        awaitMessages(100);
        rest();
        assertLinks(1, 0);
        final int before = events.size();
        rest();
        awaitMessages(10);
        assertEquals(before, events.size(), events::toString);
        assertNothingIsMissing();
    }

    @ParameterizedTest
    @EnumSource
    void pathThatIsCutAtTheStartIsTakenLater(final Side connecting) {
        nameThePaths(connecting);
        fabric.between(connecting.host(), first, Condition.CUT);
        begin(connecting);
        awaitMessages(100);
        assertLinks(0, 1);
        fabric.mend();
        await(() -> fabric.links(first) == 1 && fabric.links(second) == 0);
        awaitMessages(100);
        assertNothingIsMissing();
    }

    /** At any moment at least one path is open. */
    @ParameterizedTest
    @EnumSource
    void pathsThatFailAtRandomLoseNothing(final Side connecting) {
        final SplittableRandom random = new SplittableRandom(Seeds.draw());
        begin(connecting);
        for (int round = 0; round < ROUNDS; round++) {
            fabric.mend();
            final int cut = random.nextInt(3);
            if (cut > 0) {
                fabric.between(connecting.host(), cut == 1 ? first : second, Condition.CUT);
            } else if (random.nextBoolean()) {
                fabric.breakAll();
            }
            for (int cycle = random.nextInt(MOST_CYCLES_OF_A_ROUND); cycle > 0; cycle--) {
                publish();
                cycle();
            }
        }
        fabric.mend();
        awaitMessages(100);
        await(() -> fabric.links(first) == 1 && fabric.links(second) == 0);
        assertNothingIsMissing();
    }

    @Test
    void sessionIsLostOnceNoAddressOffersIt() {
        begin(Side.SUBSCRIPTION);
        awaitMessages(10);
        rest();
        fabric.between(HERE, first, Condition.CUT);
        fabric.between(HERE, second, Condition.CUT);
        await(() -> events.contains("disconnected"));
        publication.close();
        rest();
        fabric.oneWay(HERE, second, Condition.OPEN);
        fabric.oneWay(second, HERE, Condition.OPEN);
        rest();
        assertTrue(events.stream().noneMatch(event -> event.startsWith("lost: ")), events::toString);
        fabric.mend();
        await(() -> events.stream().anyMatch(event -> event.startsWith("lost: ")));
    }

    private void nameThePaths(final Side connecting) {
        final String listening = connecting == Side.SUBSCRIPTION ? THERE : HERE;
        first = listening + "-1";
        second = listening + "-2";
    }

    private void begin(final Side connecting) {
        nameThePaths(connecting);
        publication = there.publish(PublicationSettings.of("s").withCapacity(1 << 16).withLinger(Duration.ZERO)
                .withEndpoints(endpoints(connecting == Side.PUBLICATION)));
        subscription = here.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK)
                .withEndpoints(endpoints(connecting == Side.SUBSCRIPTION)).withListener(this::note));
        await(() -> publication.subscribers().size() == 1);
    }

    private void note(final SessionEvent event) {
        if (event instanceof SessionEvent.Started) {
            events.add("started");
        } else if (event instanceof LostSession lost) {
            events.add(lost.forGood() ? "lost: " + lost : "disconnected");
        }
    }

    private Endpoint[] endpoints(final boolean connect) {
        return Stream.of("sim://" + first + ":1", "sim://" + second + ":2")
                .map(connect ? Endpoint::connect : Endpoint::listen).toArray(Endpoint[]::new);
    }

    private void assertLinks(final int onFirst, final int onSecond) {
        assertEquals(onFirst, fabric.links(first), fabric::toString);
        assertEquals(onSecond, fabric.links(second), fabric::toString);
    }

    private void assertNothingIsMissing() {
        assertEquals(LongStream.range(0, sent).boxed().toList(), received);
        assertEquals(1, Collections.frequency(events, "started"), events::toString);
        assertTrue(events.stream().noneMatch(event -> event.startsWith("lost: ")), events::toString);
    }

    /** Until all messages that were sent have arrived, and so many more. */
    private void awaitMessages(final int count) {
        final long until = sent + count;
        await(() -> {
            if (sent < until) {
                publish();
            }
            return received.size() == until;
        });
    }

    private void publish() {
        message.putLong(0, sent);
        sent += publication.offer(message, 0, Long.BYTES) >= 0 ? 1 : 0;
    }

    private void rest() {
        for (int cycle = 0; cycle < CYCLES_OF_REST; cycle++) {
            cycle();
        }
    }

    private void await(final BooleanSupplier isDone) {
        for (int cycle = 0; !isDone.getAsBoolean(); cycle++) {
            assertTrue(cycle < MOST_CYCLES,
                    () -> received.size() + " of " + sent + " messages, " + events + "\n" + fabric);
            cycle();
        }
    }

    private void cycle() {
        time.pass(Duration.ofMillis(10).toNanos());
        there.doWork();
        here.doWork();
        fabric.settle(time.nowNs());
        if (subscription != null) {
            subscription.poll((buffer, offset, length, header) -> {
                received.add(buffer.getLong(offset));
                return Action.TAKEN;
            }, 100);
        }
    }

    private Bus launch(final String host) {
        return Bus.launch(BusSettings.defaults().withDirectory(directory.resolve(host)).withoutThread()
                .withErrorHandler(t -> {}).withClocks(time.clocks()).withTransports(List.of(fabric.process(host))));
    }
}
