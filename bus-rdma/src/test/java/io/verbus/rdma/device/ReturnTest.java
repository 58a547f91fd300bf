package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.rdma.RdmaProvider;
import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Ports;
import io.verbus.rdma.support.Secrets;
import io.verbus.rdma.verbs.VerbsDouble;
import io.verbus.support.EventRecorder;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The device of a publisher has returned, and the publisher does not listen yet: the host answers that nothing listens,
 * as it does for a publisher that has ended. Only the lasting answer ends the session.
 */
@ExtendWith(OnDouble.class)
class ReturnTest {
    private static final int CYCLE_MS = 20;
    private static final int SECOND = 1_000 / CYCLE_MS;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final AtomicLong nowNs = new AtomicLong(1_000_000_000);
    private final EventRecorder recorder = new EventRecorder();
    private final String address = "rdma://10.73.0.1:" + Ports.next() + "?" + Secrets.PARAMETER;
    private Bus publishing;
    private Bus subscribing;
    private Publication publication;
    private Subscription subscription;

    @BeforeEach
    void connect() {
        OnDouble.profile("connectx,devices=3");
        publishing = launch("publishing");
        subscribing = launch("subscribing");
        publication = publishing.publish(PublicationSettings.of("md").withLinger(Duration.ZERO)
                .withEndpoints(Endpoint.listen(address)));
        subscription = subscribing.subscribe(SubscriptionSettings.of("md").withPolicy(Policy.BLOCK)
                .withListener(recorder).withEndpoints(Endpoint.connect(address + "&source=10.73.2.1")));
        cycle(SECOND, publishing, subscribing);
        assertEquals(List.of("started 0"), recorder.events());
    }

    @AfterEach
    void close() {
        subscribing.close();
        publishing.close();
    }

    private Bus launch(final String name) {
        return Bus.launch(BusSettings.defaults().withDirectory(directory.resolve(name)).withoutThread()
                .withClocks(new Clocks(nowNs::get, nowNs::get)).withErrorHandler(error -> {})
                .withTransports(List.of(new RdmaProvider())));
    }

    private void cycle(final int times, final Bus... buses) {
        for (int i = 0; i < times; i++) {
            nowNs.addAndGet(TimeUnit.MILLISECONDS.toNanos(CYCLE_MS));
            for (final Bus bus : buses) {
                bus.doWork();
            }
            subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 10);
        }
    }

    private void removeAndReturn() {
        VerbsDouble.control("remove double0");
        cycle(5, publishing, subscribing);
        VerbsDouble.control("restore double0");
    }

    @Test
    void sessionContinuesAfterAShortTimeWithoutAListener() {
        removeAndReturn();
        cycle(SECOND - 10, subscribing); // the publisher's conductor is late
        cycle(SECOND, publishing, subscribing);
        assertEquals("back 0", recorder.events().getLast(), recorder.events()::toString);
        assertTrue(publication.claim(8) >= 0);
        publication.commit();
        cycle(1, publishing, subscribing);
        assertEquals(1, subscription.sessions().size());
    }

    @Test
    void sessionIsGoneAfterASecondWithoutAListener() {
        removeAndReturn();
        cycle(SECOND - 10, subscribing);
        assertTrue(recorder.events().stream().noneMatch(event -> event.startsWith("lost for good")),
                recorder.events()::toString);
        cycle(SECOND, subscribing);
        assertTrue(recorder.events().getLast().startsWith("lost for good"), recorder.events()::toString);
    }
}
