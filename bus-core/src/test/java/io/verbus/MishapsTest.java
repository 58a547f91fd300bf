package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKind;
import io.verbus.support.Host;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A local failure remains local, is reported once, and leaks nothing. */
class MishapsTest {
    private static final int PLACES = 64;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private final List<Long> got = new ArrayList<>();

    @Test
    void sessionBeyondTheLimitIsReportedOnceAndJoinedLater() {
        try (Host host = new Host(directory)) {
            final Bus publishing = host.launch();
            final List<Publication> publications = new ArrayList<>();
            for (int i = 0; i <= PLACES; i++) {
                publications.add(publishing.publish(
                        PublicationSettings.of("s").withCapacity(1 << 16).withLinger(Duration.ZERO)));
            }
            final Bus subscribing = host.launch();
            final Subscription subscription = subscribing
                    .subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK));
            for (int i = 0; i < 200; i++) {
                host.cycle(1, publishing, subscribing);
                poll(subscription);
            }
            assertEquals(PLACES, subscription.sessions().size());
            assertEquals(1, host.errors().size());
            assertTrue(host.errors().getFirst().contains("shard the stream"), host.errors()::toString);
            final List<Session> before = subscription.sessions();
            final Publication ended = publications.stream()
                    .filter(publication -> publication.session().equals(before.getFirst())).findFirst().orElseThrow();
            ended.close();
            for (int i = 0; i < 60; i++) {
                host.cycle(1, publishing, subscribing);
                poll(subscription);
            }
            assertEquals(PLACES, subscription.sessions().size(), "the refused session has the place now");
            assertEquals(1, host.errors().size());
        }
    }

    @Test
    void sessionOfDeadPublisherIsNotSweptBeforeSubscriptionsFindIt() throws IOException {
        try (Host host = new Host(directory)) {
            final Bus publishing = host.launch();
            final Bus subscribing = host.launch();
            final Subscription subscription = subscribing
                    .subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK));
            host.pass(1);
            final Publication publication = publishing.publish(PublicationSettings.of("s").withCapacity(1 << 16));
            assertEquals(0, publication.offer(message, 0, 8));
            host.pass(1);
            host.kill(publishing);
            host.launch();
            host.cycle(1, subscribing);
            subscription.poll((buffer, offset, length, header) -> {
                got.add(header.sequence());
                return Action.TAKEN;
            }, 10);
            assertEquals(List.of(0L), got);
            host.cycle(5, subscribing);
            poll(subscription);
            host.launch();
            assertEquals(0, logs(), "a reader at its end does not need it");
        }
    }

    @Test
    void throwingErrorHandlerAndListenerDoNotDuplicateAMessage() {
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                .withErrorHandler(t -> {
                    throw new IllegalStateException("thrown by an error handler", t);
                }));
                Publication publication = bus.publish(PublicationSettings.of("s").withLinger(Duration.ZERO));
                Subscription subscription = bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK)
                        .withListener(event -> {
                            if (event instanceof SessionEvent.Started _) {
                                throw new AssertionError("thrown by a listener");
                            }
                        }))) {
            for (int i = 0; i < 10; i++) {
                assertEquals(i, publication.offer(message, 0, 8));
                bus.doWork();
                subscription.poll((buffer, offset, length, header) -> {
                    got.add(header.sequence());
                    throw new IllegalStateException("thrown by a handler");
                }, 10);
            }
            assertEquals(LongStream.range(0, 10).boxed().toList(), got);
        }
    }

    /** As if there were no memory for the text of the error, nor for that of any error after it. */
    private static final class UnprintableError extends OutOfMemoryError {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw this;
        }
    }

    @Test
    void errorThatCannotBeStoredIsCountedAndDoesNotEndTheConductor() throws Exception {
        final Semaphore joined = new Semaphore(0);
        final SubscriberListener listener = new SubscriberListener() {
            @Override
            public void onJoined(final Subscriber subscriber) {
                joined.release();
                throw new UnprintableError();
            }
        };
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory)
                .withErrorHandler(t -> System.err.println(t.getMessage())))) {
            bus.publish(PublicationSettings.of("s").withLinger(Duration.ZERO).withListener(listener));
            for (int subscriptions = 0; subscriptions < 2; subscriptions++) {
                final Subscription subscription = bus.subscribe("s");
                joined.acquire(); // the listener is called by the conductor
                subscription.close();
            }
            assertTrue(counter(CounterKind.ERRORS) >= 2, "errors");
        }
    }

    private long counter(final CounterKind kind) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(".processes"))) {
            return BusCounters.read(files.filter(file -> file.toString().endsWith(".counters")).findAny().orElseThrow())
                    .stream().filter(counter -> counter.kind() == kind).findAny().orElseThrow().value();
        }
    }

    @Test
    void failureDuringCreationLeaksNothing() throws IOException {
        final long[] readings = {Long.MAX_VALUE};
        final Clocks failing = new Clocks(() -> {
            if (readings[0]-- == 0) {
                throw new IllegalStateException("clock failure");
            }
            return System.nanoTime();
        }, System::nanoTime);
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                .withClocks(failing))) {
            final List<Long> before = resources();
            for (long reading = 0; reading < 3; reading++) {
                readings[0] = reading;
                assertThrows(IllegalStateException.class, () -> bus.publish("s"), "publish, reading " + reading);
            }
            readings[0] = 0;
            assertThrows(IllegalStateException.class,
                    () -> bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK)));
            readings[0] = Long.MAX_VALUE;
            assertEquals(before, resources(), "files, descriptors, mappings");
            assertEquals(List.of(), List.of(bus.publish(PublicationSettings.of("s").withLinger(Duration.ZERO))
                    .subscribers()).getFirst());
        }
    }

    private void poll(final Subscription subscription) {
        subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 10);
    }

    private long logs() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("s"))) {
            return files.filter(file -> file.toString().endsWith(".log")).count();
        }
    }

    private List<Long> resources() throws IOException {
        try (Stream<Path> files = Files.walk(directory);
                Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"));
                Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"))) {
            return List.of(files.filter(Files::isRegularFile).count(), descriptors.count(),
                    mappings.filter(line -> line.contains(directory.toString())).count());
        }
    }
}
