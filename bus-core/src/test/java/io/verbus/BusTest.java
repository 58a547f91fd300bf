package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKind;
import io.verbus.support.EventRecorder;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API on one host, with the conductor stepped by hand. */
class BusTest {
    private static final int CAPACITY = 1 << 16;
    private static final int FRAMES_A_LAP = CAPACITY / 32;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final List<String> errors = new ArrayList<>();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private final List<Long> got = new ArrayList<>();
    private final PollHandler handler = (buffer, offset, length, header) -> {
        got.add(buffer.getLong(offset));
        return Action.TAKEN;
    };
    private final EventRecorder recording = new EventRecorder();
    private Bus bus;

    @BeforeEach
    void launch() {
        bus = Bus.launch(settings());
    }

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void subscriptionReceivesMessagesInOrder() {
        final Publication publication = publish();
        final Subscription subscription = subscribe(Policy.BLOCK, Start.oldest());
        for (long i = 0; i < 100_000; i++) {
            assertEquals(i, offer(publication, i));
            subscription.poll(handler, 10);
            if (i % 100 == 0) {
                bus.doWork();
            }
        }
        assertEquals(LongStream.range(0, 100_000).boxed().toList(), got);
        assertEquals(List.of(), errors);
    }

    @Test
    void onlyBlockReadersBlockThePublisher() {
        final Publication publication = publish();
        final Subscription blocking = subscribe(Policy.BLOCK, Start.oldest());
        final Subscription skipping = subscribe(Policy.SKIP, Start.oldest());
        bus.doWork();
        long published = 0;
        while (offer(publication, published) >= 0) {
            published++;
        }
        assertTrue(published > FRAMES_A_LAP - FRAMES_A_LAP / 16 && published < FRAMES_A_LAP, published + " fit");
        assertEquals(Publication.BACK_PRESSURED, publication.claim(8));
        while (blocking.poll(handler, 100) > 0) {
            assertTrue(got.size() <= published);
        }
        assertEquals(published, offer(publication, published));
        assertEquals(published, got.size());
        skipping.close();
    }

    @Test
    void blockingReaderAndItsLagAreReported() {
        final Publication publication = publish();
        subscribe(Policy.BLOCK, Start.oldest());
        bus.doWork();
        offer(publication, 1);
        final Subscriber subscriber = publication.subscribers().getFirst();
        assertEquals("test", subscriber.name());
        assertEquals(Policy.BLOCK, subscriber.policy());
        assertTrue(subscriber.acknowledged());
        assertEquals(32, subscriber.lagBytes());
        assertEquals(ProcessHandle.current().pid(), subscriber.pid());
    }

    @Test
    void blockReaderWithoutProgressIsEvictedAndNotified() {
        bus.close();
        final AtomicLong nowNs = new AtomicLong(System.nanoTime());
        bus = Bus.launch(settings().withDutyCycle(Duration.ofMillis(1)).withProgressTimeout(Duration.ofMillis(4))
                .withClocks(new Clocks(nowNs::get, Clocks.SYSTEM.epoch())));
        final Publication publication = publish();
        final Subscription subscription = subscribe(Policy.BLOCK, Start.oldest());
        bus.doWork();
        long published = 0;
        while (published < 2 * FRAMES_A_LAP) {
            if (offer(publication, published) >= 0) {
                published++;
            } else {
                nowNs.addAndGet(500_000);
                bus.doWork();
            }
        }
        assertTrue(errors.getFirst().contains("blocked its publisher and "), errors::toString);
        while (subscription.poll(handler, 1_000) > 0 || got.isEmpty()) {
            assertTrue(got.size() <= published);
        }
        assertEquals(published, got.size() + recording.missed());
        for (int cycle = 0; cycle < 10; cycle++) {
            nowNs.addAndGet(500_000);
            bus.doWork();
        }
        assertTrue(publication.subscribers().getFirst().acknowledged(), "the reader joined again");
    }

    @Test
    void closedSubscriptionDoesNotBlockItsPublisher() {
        final Publication publication = publish();
        final Subscription subscription = subscribe(Policy.BLOCK, Start.oldest());
        bus.doWork();
        subscription.close();
        for (int i = 0; i < 3 * FRAMES_A_LAP; i++) {
            assertEquals(i, offer(publication, i));
        }
        bus.doWork();
        assertEquals(List.of(), publication.subscribers());
    }

    @Test
    void sessionsOfOneStreamAreReadConcurrentlyEachInOrder() {
        final Subscription subscription = subscribe(Policy.BLOCK, Start.live());
        final Publication first = publish();
        final Publication second = publish();
        bus.doWork();
        for (int i = 0; i < 10; i++) {
            offer(first, i);
            offer(second, i);
        }
        final Map<Long, List<Long>> bySession = new HashMap<>();
        while (subscription.poll((buffer, offset, length, header) -> {
            bySession.computeIfAbsent(header.session(), session -> new ArrayList<>()).add(buffer.getLong(offset));
            return Action.TAKEN;
        }, 3) > 0) {
            assertEquals(2, subscription.sessions().size());
        }
        final List<Long> ten = LongStream.range(0, 10).boxed().toList();
        assertEquals(Map.of(first.session().id(), ten, second.session().id(), ten), bySession);
    }

    @Test
    void aSessionThatStartsLaterIsReadFromItsFirstMessage() {
        final Subscription subscription = subscribe(Policy.BLOCK, Start.live());
        final Publication publication = publish();
        offer(publication, 0);
        offer(publication, 1);
        bus.doWork();
        subscription.poll(handler, 10);
        assertEquals(List.of(0L, 1L), got);
    }

    @Test
    void endedSessionIsReportedAndItsLogRemoved() throws IOException {
        final Subscription subscription = subscribe(Policy.SKIP, Start.oldest());
        final Publication publication = publish();
        offer(publication, 0);
        bus.doWork();
        publication.close();
        assertEquals(Publication.CLOSED, publication.claim(8));
        assertEquals(1, subscription.poll(handler, 10));
        subscription.poll(handler, 10);
        assertEquals(List.of("started 0", "ended 1"), recording.events());
        assertEquals(List.of(), subscription.sessions());
        assertEquals(0, filesLike(".log"));
    }

    @Test
    void sessionClosedWithoutRoomForItsEndIsReadToItsLastMessageAndLost() {
        final Publication publication = publish();
        final Subscription subscription = subscribe(Policy.BLOCK, Start.oldest());
        bus.doWork();
        long published = 0;
        while (offer(publication, published) >= 0) {
            published++;
        }
        publication.close();
        bus.doWork();
        for (int cycle = 0; cycle < 100; cycle++) {
            subscription.poll(handler, 1_000);
        }
        assertEquals(published, got.size());
        assertEquals(
                List.of("started 0",
                        "lost for good " + published + ": its publisher closed it without a regular end"),
                recording.events());
        assertEquals(List.of(LossCause.BROKEN_OFF), recording.lossCauses());
        assertEquals(List.of(), subscription.sessions());
    }

    @Test
    void severalSubscriptionsArePolledByOneThread() {
        final Publication first = bus
                .publish(PublicationSettings.of("a").withCapacity(CAPACITY).withLinger(Duration.ZERO));
        final Publication second = bus
                .publish(PublicationSettings.of("b").withCapacity(CAPACITY).withLinger(Duration.ZERO));
        final List<String> from = new ArrayList<>();
        final Poller poller = Poller.of(bus.subscribe(SubscriptionSettings.of("a").withPolicy(Policy.BLOCK)), handler)
                .and(bus.subscribe(SubscriptionSettings.of("b").withName("second").withPolicy(Policy.BLOCK)),
                        (buffer, offset, length, header) -> {
                            from.add(header.stream() + " to " + header.subscription());
                            return handler.onMessage(buffer, offset, length, header);
                        })
                .withLimit(2);
        for (int i = 0; i < 5; i++) {
            offer(first, i);
            offer(second, 100 + i);
        }
        assertEquals(4, poller.doWork());
        assertEquals(List.of(0L, 1L, 100L, 101L), got);
        assertEquals(List.of("b to second", "b to second"), from);
    }

    @Test
    void pollerRunsWhileItsConditionHoldsOnItsPinnedCore() {
        final Publication publication = publish();
        final Subscription subscription = subscribe(Policy.BLOCK, Start.oldest());
        offer(publication, 5);
        final int core = io.verbus.internal.os.CoreAffinity.allowed().nextSetBit(0);
        final Thread thread = Thread.ofPlatform().start(() -> {
            Poller.of(subscription, handler).pinnedTo(core).run(got::isEmpty);
            got.add((long) io.verbus.internal.os.CoreAffinity.allowed().cardinality());
        });
        assertTrue(joined(thread));
        assertEquals(List.of(5L, 1L), got);
    }

    @Test
    void aSubscriptionKnowsItsPositionAndLag() {
        final Publication publication = publish();
        final Subscription subscription = subscribe(Policy.BLOCK, Start.oldest());
        for (int i = 0; i < 5; i++) {
            offer(publication, i);
        }
        assertEquals(2, subscription.poll(handler, 2));
        bus.doWork(); // the publisher's heartbeat
        final SessionProgress progress = subscription.progress().getFirst();
        assertEquals(subscription.sessions().getFirst(), progress.session());
        assertEquals(publication.position(), progress.position() + progress.lagBytes());
        assertEquals(3 * progress.position(), 2 * progress.lagBytes());
        subscription.poll(handler, 10);
        assertEquals(0, subscription.progress().getFirst().lagBytes());
        subscription.close();
        assertEquals(List.of(), subscription.progress());
    }

    @Test
    void pollerWithoutWorkUsesItsIdleStrategy() {
        final List<Integer> idled = new ArrayList<>();
        final IdleStrategy noting = new IdleStrategy() {
            @Override
            public void idle(final int workCount) {
                idled.add(workCount);
            }

            @Override
            public void idle() {
                idled.add(0);
            }

            @Override
            public void reset() {
                idled.clear();
            }
        };
        final Publication publication = publish();
        final Subscription subscription = subscribe(Policy.BLOCK, Start.oldest());
        offer(publication, 5);
        Poller.of(subscription, handler).withIdleStrategy(noting).run(() -> idled.size() < 2);
        assertEquals(List.of(1, 0), idled);
    }

    @Test
    void countersCountEvents() {
        final Publication publication = publish();
        final Subscription subscription = subscribe(Policy.SKIP, Start.oldest());
        for (int i = 0; i < 3 * FRAMES_A_LAP; i++) {
            offer(publication, i);
        }
        while (subscription.poll(handler, 1_000) > 0 || got.isEmpty()) {
            assertTrue(got.size() <= FRAMES_A_LAP);
        }
        bus.doWork();
        final Map<Integer, Long> values = new HashMap<>();
        BusCounters.read(countersFile(), counters -> counters.forEach(
                (counterId, typeId, key, label) -> values.put(typeId, counters.getCounterValue(counterId))));
        assertEquals(3L * FRAMES_A_LAP, values.get(CounterKind.PUBLICATION_MESSAGES.id()));
        assertEquals(publication.position(), values.get(CounterKind.PUBLICATION_POSITION.id()));
        assertEquals(1, values.get(CounterKind.SUBSCRIBERS.id()));
        assertEquals(1, values.get(CounterKind.GAPS.id()));
        assertEquals(recording.missed(), values.get(CounterKind.MESSAGES_MISSED.id()));
        assertEquals(0, values.get(CounterKind.ERRORS.id()));
    }

    @Test
    void closedBusLeavesOnlyTheLossReportAndTheCountsOfChanges() throws IOException {
        publish();
        subscribe(Policy.BLOCK, Start.oldest());
        bus.close();
        assertEquals(List.of(2L, 1L, 1L), List.of(filesLike(""), filesLike(".losses"), filesLike(".changes")));
        bus = Bus.launch(settings());
    }

    @Test
    void handlerOrListenerMayCloseItsSubscription() {
        final Publication publication = publish();
        final List<Subscription> subscription = new ArrayList<>();
        subscription.add(
                bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withListener(event -> {
                    if (event instanceof SessionEvent.Ended _) {
                        subscription.getFirst().close();
                    }
                })));
        offer(publication, 7);
        subscription.getFirst().poll((buffer, offset, length, header) -> {
            got.add(buffer.getLong(offset));
            subscription.getFirst().close();
            assertThrows(IllegalStateException.class, () -> subscription.getFirst().poll(handler, 10));
            return Action.TAKEN;
        }, 10);
        assertTrue(subscription.getFirst().isClosed());
        assertEquals(0, subscription.getFirst().poll(handler, 10));
        publication.close();
        assertEquals(List.of(7L), got);
        assertEquals(List.of(), errors);
        subscription.set(0, bus.subscribe(SubscriptionSettings.of("s").withStart(Start.oldest())
                .withListener(event -> {
                    if (event instanceof SessionEvent.Started _) {
                        subscription.getFirst().close();
                    }
                })));
        offer(publish(), 8);
        bus.doWork();
        subscription.getFirst().poll(handler, 10);
        assertEquals(0, subscription.getFirst().poll(handler, 10));
        assertEquals(List.of(), errors);
    }

    @Test
    void invalidNamesAreRefused() {
        for (final String name : List.of("", "a/b", "../x", ".hidden", "a b", "-x", "x".repeat(121))) {
            final BusException e = assertThrows(BusException.class, () -> bus.publish(name));
            assertTrue(e.getMessage().contains("invalid stream name"), e::getMessage);
            assertEquals(FailureCause.PERMANENT, e.failure());
            assertThrows(BusException.class, () -> bus.subscribe(name));
        }
    }

    @Test
    void invalidCapacitiesAreRefused() throws IOException {
        for (final int capacity : new int[]{0, -1, 65_535, 100_000, 1 << 15, Integer.MIN_VALUE}) {
            final BusException e = assertThrows(BusException.class,
                    () -> bus.publish(PublicationSettings.of("s").withCapacity(capacity)));
            assertTrue(e.getMessage().contains("power of two"), e::getMessage);
        }
        assertEquals(0, filesLike(".log"));
    }

    @Test
    void aDirectoryOnDiskIsRefused(@TempDir final Path onDisk) throws IOException {
        if (!Files.getFileStore(onDisk).type().equals("tmpfs")) {
            final BusException e = assertThrows(BusException.class, () -> Bus.launch(settings().withDirectory(onDisk)));
            assertTrue(e.getMessage().contains("set VERBUS_DIR"), e::getMessage);
        }
    }

    @Test
    void aDirectoryThatOthersMayWriteIsRefused() throws IOException {
        final Path open = Files.createDirectory(directory.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        final BusException e = assertThrows(BusException.class, () -> Bus.launch(settings().withDirectory(open)));
        assertTrue(e.getMessage().contains("other users may write in"), e::getMessage);
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsRefused() throws IOException {
        final Path file = Files.createFile(directory.resolve("file"));
        final BusException e = assertThrows(BusException.class, () -> Bus.launch(settings().withDirectory(file)));
        assertTrue(e.getMessage().contains("is a file"), e::getMessage);
    }

    private BusSettings settings() {
        return BusSettings.defaults().withDirectory(directory).withErrorHandler(t -> errors.add(t.getMessage()))
                .withoutThread();
    }

    private Publication publish() {
        return bus.publish(PublicationSettings.of("s").withCapacity(CAPACITY).withLinger(Duration.ZERO));
    }

    private Subscription subscribe(final Policy policy, final Start start) {
        return bus.subscribe(SubscriptionSettings.of("s").withPolicy(policy).withStart(start).withName("test")
                .withListener(recording));
    }

    private long offer(final Publication publication, final long value) {
        message.putLong(0, value);
        return publication.offer(message, 0, 8);
    }

    private Path countersFile() {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(path -> path.toString().endsWith(".counters")).findFirst().orElseThrow();
        } catch (final IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private long filesLike(final String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(path -> Files.isRegularFile(path) && path.toString().endsWith(suffix)).count();
        }
    }

    private static boolean joined(final Thread thread) {
        try {
            return thread.join(Patience.LIMIT);
        } catch (final InterruptedException e) {
            return false;
        }
    }

    @Test
    void lingeringEndsWhenABlockReaderHasEverything() {
        final Publication publication = bus
                .publish(PublicationSettings.of("s").withCapacity(CAPACITY).withLinger(Duration.ofDays(1)));
        final Subscription subscription = subscribe(Policy.BLOCK, Start.oldest());
        bus.doWork();
        offer(publication, 1);
        final Thread reader = Thread.ofPlatform().start(() -> {
            while (!recording.events().contains("ended 1")) {
                subscription.poll(handler, 1);
            }
            subscription.close();
            bus.doWork();
        });
        publication.close();
        assertTrue(joined(reader));
        assertEquals(List.of(1L), got);
        assertFalse(recording.events().isEmpty());
    }
}
