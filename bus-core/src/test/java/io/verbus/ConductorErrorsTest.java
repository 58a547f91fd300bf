package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKind;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.Request;
import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import io.verbus.spi.TransportProvider;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An error does not end the conductor's thread; if its errors do not end, the bus is closed. */
class ConductorErrorsTest {
    private static final String STREAM = "s";
    private static final int ALWAYS = Integer.MAX_VALUE;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final Injection ofClock = new Injection();
    private final FailingTransport transport = new FailingTransport();
    private final Queue<String> reported = new ConcurrentLinkedQueue<>();
    private final Semaphore joined = new Semaphore(0);
    private final Semaphore lost = new Semaphore(0);

    /** Fails the next calls on the conductor's thread. */
    private static final class Injection {
        private final AtomicInteger remaining = new AtomicInteger();
        private final Semaphore thrown = new Semaphore(0);
        private volatile Error error = new NoClassDefFoundError("injected");

        void run() {
            if (remaining.get() > 0 && "verbus-conductor".equals(Thread.currentThread().getName())) {
                remaining.decrementAndGet();
                thrown.release();
                throw error;
            }
        }

        /** Returns when some of the calls have failed. */
        void inject(final int failures, final int awaited) {
            remaining.set(failures);
            thrown.acquireUninterruptibly(awaited);
        }
    }

    /** Never connects. */
    private static final class FailingTransport implements Transport, TransportProvider {
        private final Injection ofWork = new Injection();
        private final Injection ofPace = new Injection();
        private volatile Error ofListen;

        @Override
        public int spiVersion() {
            return SPI_VERSION;
        }

        @Override
        public String scheme() {
            return "failing";
        }

        @Override
        public Optional<String> unavailabilityCause() {
            return Optional.empty();
        }

        @Override
        public Transport open(final TransportContext context) {
            return this;
        }

        @Override
        public int doWork(final long nowNs) {
            ofWork.run();
            return 0;
        }

        @Override
        public boolean isUrgent() {
            ofPace.run();
            return false;
        }

        @Override
        public void listen(final URI at, final LogAcceptor end) {
            if (ofListen != null) {
                throw ofListen;
            }
        }

        @Override
        public void listen(final URI at, final ImageEnd end) {
        }

        @Override
        public void connect(final URI to, final LogConnector end) {
        }

        @Override
        public void connect(final URI to, final ImageEnd end, final Request request) {
        }

        @Override
        public void forget(final LogAcceptor end) {
        }

        @Override
        public void forget(final ImageEnd end) {
        }

        @Override
        public ReceivePoller receivePoller(final int maxImages) {
            throw new AssertionError("not subscribed to");
        }

        @Override
        public void close() {
        }
    }

    @Test
    void conductorSurvivesErrorsOfItsWork() throws IOException {
        survives(transport.ofWork);
    }

    @Test
    void conductorSurvivesErrorsOfItsIdleStrategy() throws IOException {
        survives(transport.ofPace);
    }

    @Test
    void conductorSurvivesErrorsBetweenItsDuties() throws IOException {
        survives(ofClock);
    }

    private void survives(final Injection injection) throws IOException {
        try (Bus bus = Bus.launch(settings())) {
            publish(bus, () -> {});
            injection.inject(2, 2);
            bus.subscribe(STREAM);
            joined.acquireUninterruptibly(); // reported by the conductor
            assertEquals(2, reported.stream().filter("injected"::equals).count(), reported::toString);
            assertTrue(errors() >= 4, "errors, and failures of the error handler");
        }
    }

    @Test
    void conductorSurvivesAnInterruptByAListener() {
        try (Bus bus = Bus.launch(settings())) {
            publish(bus, () -> Thread.currentThread().interrupt());
            for (int subscriptions = 0; subscriptions < 3; subscriptions++) {
                bus.subscribe(STREAM);
                joined.acquireUninterruptibly();
            }
        }
    }

    @Test
    void busIsClosedIfEveryCycleFails() throws IOException {
        try (Bus other = Bus.launch(settings());
                Subscription elsewhere = other.subscribe(SubscriptionSettings.of(STREAM).withListener(onLost()))) {
            final Bus bus = Bus.launch(settings().withProgressTimeout(Duration.ofMillis(100)));
            final Publication publication = publish(bus, () -> {});
            final Subscription subscription = bus.subscribe(STREAM);
            final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
            assertEquals(0, publication.offer(message, 0, 8));
            transport.ofWork.inject(ALWAYS, 1);
            while (!bus.isClosed()) {
                Thread.onSpinWait();
            }
            bus.close(); // waits for the conductor's
            assertEquals(Publication.CLOSED, publication.offer(message, 0, 8));
            assertEquals(0, subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 1));
            assertThrows(IllegalStateException.class, () -> bus.publish(STREAM));
            assertEquals(1, reported.stream().filter(error -> error.startsWith("closing the bus: each duty cycle failed"
                    + " for PT0.1S, at last with java.lang.NoClassDefFoundError: injected")).count(),
                    reported::toString);
            while (!lost.tryAcquire()) {
                elsewhere.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
            }
            try (Stream<Path> files = Files.list(directory.resolve(".processes"))) {
                assertEquals(1, files.filter(file -> file.toString().endsWith(".lock")).count(), "only the other bus");
            }
        }
    }

    @Test
    void lackOfMemoryDoesNotCloseTheBus() {
        try (Bus bus = Bus.launch(settings().withProgressTimeout(Duration.ofMillis(100)))) {
            publish(bus, () -> {});
            transport.ofWork.error = new OutOfMemoryError("injected");
            final int cycles = 20; // 5 of them take the progress timeout
            transport.ofWork.inject(cycles, cycles);
            bus.subscribe(STREAM);
            joined.acquireUninterruptibly();
        }
    }

    /** Its duty must not run any more: it would store the heartbeat into unmapped memory. */
    @Test
    void failedPublicationLeavesNoDuty() {
        try (Bus bus = Bus.launch(settings())) {
            transport.ofListen = new NoSuchMethodError("injected");
            for (int i = 0; i < 20; i++) {
                assertThrows(NoSuchMethodError.class, () -> publish(bus, () -> {}));
            }
            transport.ofListen = null;
            publish(bus, () -> {});
            bus.subscribe(STREAM);
            joined.acquireUninterruptibly();
            assertEquals(List.of(), reported.stream().filter(error -> !error.contains("injected")).toList());
        }
    }

    private BusSettings settings() {
        return BusSettings.defaults().withDirectory(directory).withHeartbeatTimeout(Duration.ofMillis(100))
                .withTransports(List.of(transport)).withClocks(new Clocks(() -> {
                    ofClock.run();
                    return System.nanoTime();
                }, System::nanoTime)).withErrorHandler(error -> {
                    reported.add(error.getMessage());
                    throw new OutOfMemoryError("of the error handler");
                });
    }

    private Publication publish(final Bus bus, final Runnable onJoined) {
        return bus.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO)
                .withEndpoints(Endpoint.listen("failing://host:1")).withListener(new SubscriberListener() {
                    @Override
                    public void onJoined(final Subscriber subscriber) {
                        onJoined.run();
                        joined.release();
                    }
                }));
    }

    private SessionListener onLost() {
        return event -> {
            if (event instanceof LostSession session) {
                assertTrue(session.forGood(), session::toString);
                lost.release();
            }
        };
    }

    private long errors() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(".processes"))) {
            return BusCounters.read(files.filter(file -> file.toString().endsWith(".counters")).findAny().orElseThrow())
                    .stream().filter(counter -> counter.kind() == CounterKind.ERRORS).findAny().orElseThrow().value();
        }
    }
}
