package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKind;
import io.verbus.monitor.CounterValue;
import io.verbus.support.ShmDir;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions and subscriptions that start and end a thousand times leak nothing. */
class ComingAndGoingTest {
    private static final File DESCRIPTORS = new File("/proc/self/fd");

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final List<String> errors = new ArrayList<>();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private long got;

    @Test
    void aThousandSessionsLeaveNoFileDescriptorOrMapping() throws IOException {
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                .withErrorHandler(t -> errors.add(t.toString())));
                Subscription always = bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK))) {
            comeAndGo(bus, always, 10);
            final List<Long> before = resources();
            final int all = DESCRIPTORS.list().length; // other parts of this process may open and close some
            comeAndGo(bus, always, 1_000);
            assertEquals(before, resources(), "files, descriptors, mappings");
            assertTrue(DESCRIPTORS.list().length < all + 100, "ten times fewer than sessions");
            assertEquals(List.of(), errors);
            assertEquals(2 * 1_010, got);
        }
    }

    @Test
    void publicationsBeyondTheCountersOfAProcessAreRefusedAndLeaveNoLog() throws IOException {
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread().withCounters(512))) {
            final List<Publication> publications = new ArrayList<>();
            final BusException e = assertThrows(BusException.class, () -> {
                while (publications.size() < 1_000) {
                    publications.add(bus.publish(
                            PublicationSettings.of("s").withCapacity(1 << 16).withLinger(Duration.ZERO)));
                }
            });
            assertTrue(e.getMessage().contains("this process has 512,")
                    && e.getMessage().contains("BusSettings.withCounters"), e::getMessage);
            try (Stream<Path> logs = Files.list(directory.resolve("s"))) {
                assertEquals(publications.size(), logs.count());
            }
        }
    }

    @Test
    void oneProcessPublishesAndReadsAThousandStreams() throws IOException {
        final int streams = 1_000;
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                .withCounters(10 * streams).withErrorHandler(t -> errors.add(t.toString())))) {
            final List<Subscription> subscriptions = new ArrayList<>();
            final List<Publication> publications = new ArrayList<>();
            for (int i = 0; i < streams; i++) {
                subscriptions.add(bus.subscribe(SubscriptionSettings.of("s" + i)));
                publications.add(bus.publish(
                        PublicationSettings.of("s" + i).withCapacity(1 << 16).withLinger(Duration.ZERO)));
            }
            bus.doWork();
            publications.forEach(publication -> assertEquals(0, publication.offer(message, 0, 8)));
            subscriptions.forEach(this::poll);
            bus.doWork();
            assertEquals(streams, got);
            assertEquals(List.of(), errors);
            try (Stream<Path> files = Files.list(directory.resolve(".processes"))) {
                final List<CounterValue> counters = BusCounters
                        .read(files.filter(file -> file.toString().endsWith(".counters")).findFirst().orElseThrow());
                assertEquals(9 * streams + 3, counters.size()); // and those of the conductor
                assertEquals(streams, counters.stream()
                        .filter(one -> one.kind() == CounterKind.PUBLICATION_MESSAGES && one.value() == 1).count());
            }
        }
    }

    @Test
    void concurrentBusesDoNotRemoveEachOthersFiles() throws Exception {
        final int buses = 4;
        final CyclicBarrier start = new CyclicBarrier(buses);
        final List<String> faults = Collections.synchronizedList(new ArrayList<>());
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < buses; i++) {
            final String stream = "s" + i % 2;
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    for (int round = 0; round < 50; round++) {
                        start.await();
                        live(stream, faults);
                    }
                } catch (final Exception e) {
                    faults.add(e.toString());
                    start.reset(); // otherwise the other threads wait forever
                }
            }));
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), faults);
        try (Stream<Path> files = Files.walk(directory)) {
            assertEquals(List.of(directory.resolve(".changes"), directory.resolve(".losses")),
                    files.filter(Files::isRegularFile).sorted().toList());
        }
    }

    /** A whole life: it sweeps the files of others, while they sweep too. */
    private void live(final String stream, final List<String> faults) {
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory)
                .withErrorHandler(t -> faults.add(t.toString())));
                Subscription _ = bus.subscribe(SubscriptionSettings.of(stream).withPolicy(Policy.SKIP));
                Publication publication = bus.publish(
                        PublicationSettings.of(stream).withCapacity(1 << 16).withLinger(Duration.ZERO))) {
            publication.offer(message, 0, 8);
        }
    }

    private void comeAndGo(final Bus bus, final Subscription always, final int times) {
        for (int i = 0; i < times; i++) {
            final Subscription early = bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.SKIP));
            final Publication publication = bus.publish(
                    PublicationSettings.of("s").withCapacity(1 << 16).withLinger(Duration.ZERO));
            bus.doWork();
            assertEquals(0, publication.offer(message, 0, 8));
            poll(always);
            if (i % 2 == 0) {
                early.close();
                publication.close();
            } else {
                publication.close();
                poll(early);
                early.close();
            }
            if (i % 2 == 0) {
                got++;
            }
            poll(always);
            assertEquals(List.of(), always.sessions());
            bus.doWork();
        }
    }

    private void poll(final Subscription subscription) {
        subscription.poll((buffer, offset, length, header) -> {
            got++;
            return Action.TAKEN;
        }, 10);
    }

    private List<Long> resources() throws IOException {
        try (Stream<Path> files = Files.walk(directory);
                Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"))) {
            return List.of(files.count(), descriptors(directory),
                    mappings.filter(line -> line.contains(directory.toString())).count());
        }
    }

    /** Number of open files of this process below a directory. */
    private static long descriptors(final Path directory) {
        return Stream.of(DESCRIPTORS.listFiles()).filter(one -> {
            try {
                return Files.readSymbolicLink(one.toPath()).startsWith(directory);
            } catch (final IOException e) {
                return false; // closed meanwhile
            }
        }).count();
    }
}
