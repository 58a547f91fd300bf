package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Stream;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The conductor on a thread of the application, on a thread of its factory, and with its idle strategy. */
class ConductorSettingsTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final List<Throwable> errors = new ArrayList<>();

    @Test
    void invokerRunsTheConductorOnTheThreadOfTheApplication() {
        final List<Thread> joinedBy = new ArrayList<>();
        try (Bus publishing = Bus.launch(settings().withoutThread());
                Bus subscribing = Bus.launch(settings().withoutThread());
                Publication publication = publishing.publish(PublicationSettings.of("s")
                        .withListener(new SubscriberListener() {
                            @Override
                            public void onJoined(final Subscriber subscriber) {
                                joinedBy.add(Thread.currentThread());
                            }
                        }));
                Subscription subscription = subscribing.subscribe("s")) {
            final AgentInvoker invoker = new AgentInvoker(errors::add, null, publishing.conductor());
            invoker.start();
            while (publication.subscribers().isEmpty()) {
                invoker.invoke();
            }
            assertEquals(List.of(Thread.currentThread()), joinedBy);
            assertEquals("s", subscription.stream());
            invoker.close();
            assertFalse(publishing.isClosed());
        }
        assertEquals(List.of(), errors);
    }

    @Test
    void conductorOfAClosedBusDoesNothing() {
        final Bus bus = Bus.launch(settings().withoutThread());
        final AgentInvoker invoker = new AgentInvoker(errors::add, null, bus.conductor());
        invoker.start();
        bus.close();
        assertEquals(0, invoker.invoke());
        assertTrue(invoker.isRunning());
        assertEquals(List.of(), errors);
    }

    @Test
    void conductorWithAThreadIsNotOffered() {
        try (Bus bus = Bus.launch(settings())) {
            assertEquals("the conductor runs on a thread of its own: launch the bus with BusSettings.withoutThread()",
                    assertThrows(IllegalStateException.class, bus::conductor).getMessage());
        }
    }

    @Test
    void factoryNamesTheThreadOfTheConductor() throws InterruptedException {
        final List<Thread> created = new ArrayList<>();
        try (Bus bus = Bus.launch(settings().withConductorThreadFactory(conductor -> {
            created.add(Thread.ofPlatform().name("md-conductor").daemon(false).unstarted(conductor));
            return created.getFirst();
        })); Publication publication = bus.publish("s"); Subscription subscription = bus.subscribe("s")) {
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(30)));
            assertEquals("s", subscription.stream());
            assertEquals(1, created.size());
            assertTrue(created.getFirst().isAlive());
            assertEquals("md-conductor", created.getFirst().getName());
            assertFalse(created.getFirst().isDaemon());
        }
        // The conductor is over when close returns; its thread, which is the factory's, ends a moment later.
        assertTrue(created.getFirst().join(Duration.ofNanos(Patience.NS)));
    }

    @Test
    void failureOfTheFactoryLeavesNoFiles() throws IOException {
        final IllegalStateException failure = new IllegalStateException("no thread");
        assertSame(failure, assertThrows(IllegalStateException.class,
                () -> Bus.launch(settings().withConductorThreadFactory(conductor -> {
                    throw failure;
                }))));
        try (Stream<Path> files = Files.walk(directory)) {
            assertEquals(List.of(directory.resolve(".changes"), directory.resolve(".losses")),
                    files.filter(Files::isRegularFile).sorted().toList());
        }
    }

    @Test
    void idleStrategyOfTheSettingsIsUsed() throws InterruptedException {
        final BlockingQueue<String> idles = new ArrayBlockingQueue<>(1);
        try (Bus bus = Bus.launch(settings().withConductorIdleStrategy(new IdleStrategy() {
            @Override
            public void idle(final int workCount) {
                idles.offer(Thread.currentThread().getName());
                idle();
            }

            @Override
            public void idle() {
                YieldingIdleStrategy.INSTANCE.idle();
            }

            @Override
            public void reset() {
            }
        }))) {
            assertEquals("verbus-conductor", idles.take());
            assertFalse(bus.isClosed());
        }
    }

    private BusSettings settings() {
        return BusSettings.defaults().withDirectory(directory).withTransports(List.of());
    }
}
