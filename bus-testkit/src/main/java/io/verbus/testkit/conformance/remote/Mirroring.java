package io.verbus.testkit.conformance.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.Endpoint;
import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.os.SimulatedDeath;
import io.verbus.spi.TransportProvider;
import io.verbus.testkit.Payloads;
import io.verbus.testkit.ShmDir;
import io.verbus.testkit.oracle.SessionOracle;
import io.verbus.testkit.oracle.SubscriptionOracle;
import io.verbus.testkit.seeds.Seeds;
import io.verbus.testkit.transport.BusFiles;
import io.verbus.testkit.transport.MirrorNetwork;
import io.verbus.testkit.transport.SteppedBuses;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several processes of one host share one connection to a publisher: the host mirror. */
public abstract class Mirroring {
    private static final int CAPACITY = LogLayout.MIN_CAPACITY;
    private static final int MAX_LENGTH = 1_000;
    private static final int MEMBERS = 3;
    private static final int KILLS = Integer.getInteger("verbus.ownerKills", 20);
    private static final Duration CYCLE = SteppedBuses.DUTY_CYCLE;
    private static final Duration PROGRESS_TIMEOUT = Duration.ofSeconds(2);
    private static final int EMPTY_POLLS = 40;
    private static final int PATIENCE = 500;

    private final Supplier<MirrorNetwork> maker;
    private final List<Member> members = new ArrayList<>();
    private final List<Bus> graves = new ArrayList<>();
    private MirrorNetwork network;
    private Bus publishing;
    private Publication publication;
    private Payloads payloads;
    private SteppedBuses buses;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    protected Mirroring(final Supplier<MirrorNetwork> maker) {
        this.maker = maker;
    }

    /** A process of the subscribers' host. */
    private final class Member {
        private final TransportProvider transport = network.process(false);
        private final Bus bus = buses.launch("subscribing", transport);
        private final SubscriptionOracle oracle = new SubscriptionOracle(
                session -> new Payloads(session, MAX_LENGTH));
        private final Subscription subscription;

        Member(final SubscriptionSettings settings) {
            subscription = bus.subscribe(settings.withListener(oracle).withHostMirror(true)
                    .withEndpoints(Endpoint.connect(network.address())));
        }

        int poll(final int limit) {
            return subscription.poll(oracle, limit);
        }

        SessionOracle session() {
            return oracle.only();
        }

        boolean hasAll() {
            return !oracle.sessions().isEmpty() && oracle.only().next() == publication.sequence();
        }

        @Override
        public String toString() {
            return oracle.sessions() + " " + oracle.events() + " " + oracle.faults();
        }
    }

    @BeforeEach
    final void open() {
        network = maker.get();
        buses = new SteppedBuses(directory, PROGRESS_TIMEOUT);
        publishing = buses.launch("publishing", network.process(true));
        publication = publishing.publish(PublicationSettings.of("s").withCapacity(CAPACITY)
                .withEndpoints(Endpoint.listen(network.address())).withLinger(Duration.ofMillis(200)));
        payloads = new Payloads(publication.session().id(), MAX_LENGTH);
        pass(Duration.ofMillis(100));
    }

    @AfterEach
    final void close() {
        buses.closing(true);
        network.closing();
        members.forEach(member -> member.bus.close());
        publishing.close();
        graves.forEach(Bus::close);
        network.close();
        members.forEach(member -> assertEquals(List.of(), member.oracle.faults(), member::toString));
        assertEquals(List.of(), buses.errors());
        assertEquals(0, BusFiles.ofStreams(directory.resolve("subscribing")), "files left over");
    }

    private void settle() {
        final List<Bus> all = new ArrayList<>(members.stream().map(member -> member.bus).toList());
        all.add(publishing);
        network.settle(all, buses.nowNs());
    }

    private void pass(final Duration time) {
        buses.pass(time, this::settle);
    }

    private Member join(final Policy policy) {
        return join(SubscriptionSettings.of("s").withPolicy(policy).withStart(Start.oldest()));
    }

    private Member join(final SubscriptionSettings settings) {
        final Member member = new Member(settings.withName("member" + members.size()));
        members.add(member);
        for (int i = 0; i < PATIENCE && member.oracle.sessions().isEmpty(); i++) {
            pass(CYCLE);
            members.forEach(one -> one.poll(1_000));
        }
        return member;
    }

    private void joinAll(final Policy policy) {
        for (int i = 0; i < MEMBERS; i++) {
            join(policy);
        }
        assertEquals(1, publication.subscribers().size());
    }

    private int offer(final int count) {
        for (int i = 0; i < count; i++) {
            final long sequence = publication.sequence();
            final int offset = publication.claim(payloads.length(sequence));
            if (offset < 0) {
                return i;
            }
            payloads.encode(publication.buffer(), offset, sequence);
            publication.commit(payloads.length(sequence));
        }
        return count;
    }

    /** Polls until all of some members have read everything. */
    private void drain(final List<Member> reading) {
        for (int i = 0; i < PATIENCE && !reading.stream().allMatch(Member::hasAll); i++) {
            for (int empty = 0; empty < EMPTY_POLLS; empty++) {
                for (final Member member : reading) {
                    empty = member.poll(1_000) > 0 ? 0 : empty;
                }
            }
            pass(CYCLE);
        }
        reading.forEach(member -> assertTrue(member.hasAll(), () -> publication.sequence() + " published: " + member
                + buses.errors()));
    }

    private void assertComplete(final Member member) {
        final SessionOracle session = member.session();
        assertEquals(publication.sequence(), session.first() + session.delivered() + session.missed(),
                member::toString);
    }

    private static void assertNothingMissed(final Member member) {
        assertEquals(0, member.session().missed(), member::toString);
    }

    @ParameterizedTest
    @EnumSource(Policy.class)
    void membersReceiveEverythingOverOneConnection(final Policy policy) {
        joinAll(policy);
        while (publication.position() < 10 * CAPACITY) {
            offer(20);
            settle();
            drain(members);
        }
        assertEquals(1, network.connections());
        members.forEach(this::assertComplete);
        if (policy != Policy.CONFLATE) { // which conflates when a burst uses up the credit
            members.forEach(Mirroring::assertNothingMissed);
        }
    }

    @Test
    void joinerOfAnIdleSessionStartsAtOnce() {
        join(Policy.SKIP);
        offer(10);
        drain(members);
        final Member joiner = join(SubscriptionSettings.of("s"));
        assertEquals(List.of("started 10"), joiner.oracle.events());
        offer(10);
        drain(members);
        assertEquals(10, joiner.session().delivered());
    }

    @Test
    void sessionEndsForAllMembers() {
        joinAll(Policy.BLOCK);
        offer(50);
        drain(members);
        while (!publication.tryClose()) {
            members.forEach(member -> member.poll(1_000));
            pass(CYCLE);
        }
        for (int i = 0; i < PATIENCE && !members.stream().allMatch(member -> member.session().isOver()); i++) {
            members.forEach(member -> member.poll(1_000));
            pass(CYCLE);
        }
        members.forEach(member -> assertTrue(member.session().isOver(), member::toString));
        members.forEach(member -> assertEquals(50, member.session().next(), member::toString));
    }

    @Test
    void slowMemberIsOvertakenUnderSkipAndReportsItsGap() {
        joinAll(Policy.SKIP);
        final Member slow = members.getLast();
        final List<Member> quick = members.subList(0, MEMBERS - 1);
        while (publication.position() < 4 * CAPACITY) {
            offer(20);
            drain(quick);
        }
        drain(members);
        quick.forEach(Mirroring::assertNothingMissed);
        assertComplete(slow);
        assertEquals(List.of(GapCause.LAPPED), slow.oracle.causes().stream().distinct().toList(), slow::toString);
    }

    @Test
    void slowMemberLosesTheSessionUnderEvict() {
        joinAll(Policy.EVICT);
        final Member slow = members.getLast();
        final List<Member> quick = members.subList(0, MEMBERS - 1);
        while (publication.position() < 4 * CAPACITY) {
            offer(20);
            drain(quick);
        }
        slow.poll(1_000);
        assertEquals(List.of(LossCause.LAPPED), slow.oracle.lossCauses(), slow::toString);
        quick.forEach(Mirroring::assertNothingMissed);
    }

    @Test
    void slowMemberDelaysThePublisherUnderBlock() {
        joinAll(Policy.BLOCK);
        offer(5); // a mirror that has never read anything would be evicted sooner
        drain(members);
        final List<Member> quick = members.subList(0, MEMBERS - 1);
        for (int i = 0; i < PATIENCE && offer(20) == 20; i++) {
            drain(quick);
        }
        assertTrue(publication.position() <= 2 * CAPACITY + CAPACITY / 8, () -> "at " + publication.position());
        drain(members);
        assertEquals(20, offer(20));
        drain(members);
        members.forEach(this::assertComplete);
        members.forEach(Mirroring::assertNothingMissed);
    }

    @Test
    void memberWithoutProgressUnderBlockIsEvictedAndTheOthersContinue() {
        joinAll(Policy.BLOCK);
        final Member stuck = members.getLast();
        final List<Member> quick = members.subList(0, MEMBERS - 1);
        for (int i = 0; i < PATIENCE && publication.position() < 5 * CAPACITY; i++) {
            offer(20);
            settle();
            quick.forEach(member -> member.poll(1_000));
            pass(CYCLE);
        }
        assertTrue(publication.position() >= 5 * CAPACITY, () -> "at " + publication.position());
        drain(members);
        quick.forEach(Mirroring::assertNothingMissed);
        assertComplete(stuck);
        assertTrue(stuck.oracle.causes().contains(GapCause.EVICTED), stuck::toString);
    }

    @Test
    void ownerThatClosesHandsTheMirrorOver() {
        joinAll(Policy.BLOCK);
        for (int i = 0; i < MEMBERS; i++) {
            offer(20);
            drain(members);
            final Member first = members.removeFirst();
            buses.closing(true);
            first.bus.close();
            buses.closing(false);
            assertEquals(List.of(), first.oracle.faults());
            offer(20);
            join(Policy.BLOCK);
            drain(members);
            members.forEach(this::assertComplete);
            members.forEach(Mirroring::assertNothingMissed);
            assertEquals(1, publication.subscribers().size());
        }
    }

    /** The next owner must not let the publisher write over the bytes that another member has yet to read. */
    @ParameterizedTest
    @EnumSource(value = Policy.class, names = {"BLOCK", "SKIP"})
    void memberThatLagsWhenTheOwnerDiesReadsTheRest(final Policy policy) {
        joinAll(policy);
        offer(5);
        drain(members);
        final Member lagging = members.getLast();
        final long from = publication.position();
        while (publication.position() < from + CAPACITY * 3 / 8) {
            offer(2);
            drain(members.subList(0, MEMBERS - 1));
        }
        die(0);
        for (int i = 0; i < 20; i++) {
            offer(10);
            settle();
            members.getFirst().poll(1_000);
            pass(CYCLE);
        }
        assertEquals(5, lagging.session().next());
        final int read = lagging.poll(1_000);
        assertTrue(read > 30, () -> read + " messages: " + lagging);
        assertEquals(List.of(), lagging.oracle.faults());
        drain(members);
        members.forEach(this::assertComplete);
        if (policy == Policy.BLOCK) {
            members.forEach(Mirroring::assertNothingMissed);
        }
    }

    @Test
    void filesOfDeadMembersAreRemovedByTheNextBus() {
        joinAll(Policy.BLOCK);
        offer(10);
        drain(members);
        while (!members.isEmpty()) {
            die(0);
        }
        assertTrue(Files.exists(directory.resolve("subscribing/.mirrors")));
        final Bus next = buses.launch("subscribing", network.process(false));
        assertFalse(Files.exists(directory.resolve("subscribing/.mirrors")));
        graves.add(next);
    }

    @ParameterizedTest
    @EnumSource(value = Policy.class, names = {"BLOCK", "SKIP"})
    void deathOfTheOwnerLosesNothingUnreported(final Policy policy) {
        final long seed = Seeds.draw();
        final Random random = new Random(seed);
        joinAll(policy);
        for (int kill = 0; kill < KILLS; kill++) {
            final int rounds = random.nextInt(12);
            for (int i = 0; i < rounds; i++) {
                offer(random.nextInt(30));
                if (random.nextBoolean()) {
                    settle();
                }
                members.get(random.nextInt(members.size())).poll(1 + random.nextInt(50));
            }
            die(random.nextInt(4) == 0 ? random.nextInt(members.size()) : 0);
            offer(random.nextInt(20));
            if (random.nextBoolean()) {
                join(policy);
            }
            drain(members);
            for (final Member member : members) {
                assertComplete(member);
                assertEquals(List.of(), member.oracle.faults(), () -> "seed " + seed + " " + member);
                if (policy == Policy.BLOCK) {
                    assertNothingMissed(member);
                }
            }
            while (members.size() < MEMBERS) {
                join(policy);
            }
            // The list does not show the new one: its publisher lists a disconnected subscriber until it gives it up.
            for (int i = 0; i < PATIENCE && network.connections() == 0; i++) {
                members.forEach(member -> member.poll(1_000));
                pass(CYCLE);
            }
            assertEquals(1, network.connections(), () -> "seed " + seed + ": " + members + buses.errors());
            assertEquals(1, publication.subscribers().size(), () -> "seed " + seed);
        }
    }

    private void die(final int index) {
        final Member member = members.remove(index);
        assertEquals(List.of(), member.oracle.faults(), member::toString);
        SimulatedDeath.of(member.bus);
        network.kill(member.transport);
        graves.add(member.bus);
    }
}
