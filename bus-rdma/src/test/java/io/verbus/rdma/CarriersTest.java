package io.verbus.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.BlockingPermission;
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
import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Ports;
import io.verbus.rdma.support.RdmaPair;
import io.verbus.rdma.support.Secrets;
import io.verbus.rdma.verbs.Lab;
import io.verbus.spi.TransportProvider;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import io.verbus.tcp.TcpProvider;
import io.verbus.testkit.transport.traffic.Traffic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Readers over shared memory, RDMA and TCP read one log, and the connection of one of them changes. */
@Tag("no-device")
@ExtendWith(OnDouble.class)
class CarriersTest {
    private static final String STREAM = "md.itch";
    private static final int COUNT = 2_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final Random random = new Random(Seeds.draw());
    private final Traffic rdma = new Traffic(RdmaPair::cut);
    private final List<Bus> buses = new ArrayList<>();
    private final List<Reader> readers = new ArrayList<>();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[Long.BYTES]);
    private String rdmaAddress;
    private String tcpAddress;
    private Publication publication;
    private long sent;
    private boolean isRdmaCut;

    /** A subscription, with the received messages and the events of its session. */
    private static final class Reader {
        private final Subscription subscription;
        private final List<Long> messages = new ArrayList<>();
        private final List<Long> positions = new ArrayList<>();
        private final List<String> events = new ArrayList<>();

        Reader(final Bus bus, final String name, final Endpoint... endpoints) {
            subscription = bus.subscribe(SubscriptionSettings.of(STREAM).withName(name).withPolicy(Policy.BLOCK)
                    .withEndpoints(endpoints).withListener(this::note));
        }

        private void note(final SessionEvent event) {
            if (event instanceof SessionEvent.Started) {
                events.add("started");
            } else if (event instanceof LostSession lost) {
                events.add(lost.forGood() ? "lost" : "disconnected");
            } else if (event instanceof SessionEvent.Back) {
                events.add("back");
            } else {
                events.add(event.toString());
            }
        }

        void poll() {
            subscription.poll((buffer, offset, length, header) -> {
                messages.add(buffer.getLong(offset));
                positions.add(header.position());
                return Action.TAKEN;
            }, 100);
        }
    }

    @BeforeEach
    void open() {
        final int port = Ports.next();
        rdmaAddress = "rdma://" + Lab.address() + ":" + port + "?" + Secrets.PARAMETER;
        tcpAddress = "tcp://127.0.0.1:" + (port + 1) + "?" + Secrets.PARAMETER;
        final Bus publishing = launch("publisher");
        publication = publishing.publish(PublicationSettings.of(STREAM).withCapacity(1 << 16)
                .withLinger(Duration.ZERO).withBlocking(BlockingPermission.allowed())
                .withEndpoints(Endpoint.listen(rdmaAddress), Endpoint.listen(tcpAddress)));
        readers.add(new Reader(publishing, "local"));
        readers.add(new Reader(launch("rdma"), "rdma", Endpoint.connect(rdmaAddress)));
        readers.add(new Reader(launch("tcp"), "tcp", Endpoint.connect(tcpAddress)));
        readers.add(new Reader(launch("both"), "both", Endpoint.connect(rdmaAddress), Endpoint.connect(tcpAddress)));
        await(() -> publication.subscribers().size() == readers.size() && rdma.connections() == 2);
    }

    @AfterEach
    void close() {
        readers.forEach(reader -> reader.subscription.close());
        buses.reversed().forEach(Bus::close);
    }

    @Test
    void readersOfEveryCarrierReadTheSamePositions() {
        publish();
        readers.forEach(reader -> {
            assertEquals(readers.getFirst().messages, reader.messages);
            assertEquals(readers.getFirst().positions, reader.positions);
            assertEquals("started", reader.events.getFirst());
        });
    }

    @Test
    void sessionWhoseRdmaConnectionIsCutContinuesOverTcpAndReturns() {
        final Reader both = readers.getLast();
        publish();
        readers.remove(1).subscription.close(); // it has no other address
        isRdmaCut = true;
        await(() -> both.events.contains("disconnected") && rdma.connections() == 0);
        publish();
        isRdmaCut = false;
        await(() -> rdma.connections() == 1);
        publish();
        assertEquals(1, rdma.connections());
        assertEquals(readers.getFirst().messages, both.messages);
        assertEquals(readers.getFirst().positions, both.positions);
        assertEquals(1, both.events.stream().filter("started"::equals).count());
        assertTrue(!both.events.contains("lost") && both.events.stream().noneMatch(event -> event.startsWith("Gap")),
                both.events::toString);
    }

    private Bus launch(final String name) {
        final TransportProvider watched = rdma.watch(new RdmaProvider());
        final Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve(name)).withoutThread()
                .withErrorHandler(t -> {}).withTransports(List.of(watched, new TcpProvider())));
        buses.add(bus);
        return bus;
    }

    /** Publishes messages, which all readers receive. */
    private void publish() {
        final long until = sent + COUNT;
        await(() -> {
            if (sent < until) {
                message.putLong(0, sent);
                sent += publication.offer(message, 0, message.capacity()) >= 0 ? 1 : 0;
            }
            return readers.stream().allMatch(reader -> reader.messages.size() == until);
        });
    }

    private void await(final BooleanSupplier isDone) {
        final long deadlineNs = System.nanoTime() + Patience.NS;
        final Supplier<String> state = () -> publication.subscribers() + " " + rdma + " "
                + readers.stream().map(reader -> reader.messages.size() + " " + reader.events).toList();
        while (!isDone.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadlineNs, state);
            if (isRdmaCut) {
                rdma.breakAll(random);
            }
            buses.forEach(Bus::doWork);
            readers.forEach(Reader::poll);
        }
    }
}
