package io.verbus.internal.subscriber;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.Start;
import io.verbus.Subscriber;
import io.verbus.SubscriberListener;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.VirtualTime;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A subscription and an address with several sessions. */
class SubscriberConnectorTest {
    private static final String ADDRESS = "sim://there:1";
    private static final int MESSAGES = 10;
    private static final int CYCLES_TO_HEAL = 200;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private final VirtualTime time = new VirtualTime(0);
    private final Fabric fabric = new Fabric(1, FabricSettings.prompt());

    @Test
    void lossOfOneSessionDoesNotRejoinTheOthers() {
        final Map<Session, Long> started = new HashMap<>();
        final List<Session> sessions = new ArrayList<>();
        try (Bus there = launch("there"); Bus here = launch("here")) {
            final Publication first = publish(there, new SubscriberListener() {
                @Override
                public void onJoined(final Subscriber subscriber) {
                    fabric.loseHandshakes(1); // the second is requested
                }
            });
            sessions.add(first.session());
            sessions.add(publish(there, SubscriberListener.NONE).session());
            final Subscription subscription = here
                    .subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withStart(Start.live())
                            .withEndpoints(Endpoint.connect(ADDRESS)).withListener(event -> {
                                if (event instanceof SessionEvent.Started(Session session, long next)) {
                                    started.put(session, next);
                                }
                            }));
            while (first.subscribers().isEmpty()) {
                cycle(there, here);
            }
            fabric.breakAll();
            while (!first.tryClose()) {
                cycle(there, here);
            }
            sessions.add(publish(there, SubscriberListener.NONE).session());
            for (int cycle = 0; cycle < CYCLES_TO_HEAL; cycle++) {
                cycle(there, here);
                subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 100);
                if (cycle == CYCLES_TO_HEAL / 2) {
                    fabric.mend();
                }
            }
            fabric.driveItself();
            time.rush(true);
        }
        assertEquals(List.of(10L, 10L, 0L), sessions.stream().map(started::get).toList());
    }

    private Bus launch(final String host) {
        return Bus.launch(BusSettings.defaults().withDirectory(directory.resolve(host)).withoutThread()
                .withErrorHandler(t -> {}).withClocks(time.clocks()).withTransports(List.of(fabric.process(host))));
    }

    private Publication publish(final Bus bus, final SubscriberListener listener) {
        final Publication publication = bus.publish(PublicationSettings.of("s").withCapacity(1 << 16)
                .withListener(listener).withLinger(Duration.ZERO).withEndpoints(Endpoint.listen(ADDRESS)));
        for (int i = 0; i < MESSAGES; i++) {
            publication.offer(message, 0, message.capacity());
        }
        return publication;
    }

    private void cycle(final Bus... buses) {
        for (final Bus bus : buses) {
            time.pass(Duration.ofMillis(10).toNanos());
            bus.doWork();
            fabric.settle(time.nowNs());
        }
    }
}
