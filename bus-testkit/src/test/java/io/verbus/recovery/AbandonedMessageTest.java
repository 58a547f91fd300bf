package io.verbus.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.recovery.RangeEndReason;
import io.verbus.internal.recovery.RangeRequest;
import io.verbus.internal.recovery.RangeResponseWriter;
import io.verbus.internal.recovery.ReplayStreams;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recorder that has sent some parts of a message when the rest is damaged on disk. */
class AbandonedMessageTest {
    private static final int CAPACITY = 1 << 16;
    /** Longer than the log of the range response, so that the parts are not all sent at once. */
    private static final int LONG = 100_000;
    private static final int SHORT = 40;
    /** More than the stream's log holds. */
    private static final int MANY = 4_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final List<Gap> gaps = new ArrayList<>();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[LONG]);
    private RangeRequest request;
    private long received;

    @Test
    void damageInsideOfMessageLosesThatMessageAlone() {
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                .withTransports(List.of()));
                Publication publication = bus.publish(
                        PublicationSettings.of("s").withCapacity(CAPACITY).withLinger(Duration.ZERO));
                Subscription requests = bus.subscribe(SubscriptionSettings.of(ReplayStreams.requests("s"))
                        .withPolicy(Policy.BLOCK).withStart(Start.oldest()));
                RecoveringSubscription late = subscribe(bus, publication)) {
            while (request == null) {
                bus.doWork();
                late.poll(this::onMessage, 1);
                requests.poll(this::onRequest, 1);
            }
            try (Publication answer = bus.publish(PublicationSettings.of(request.answer()).withCapacity(CAPACITY)
                    .withLinger(Duration.ZERO))) {
                while (answer.subscribers().isEmpty()) {
                    poll(bus, late);
                }
                final RangeResponseWriter writer = new RangeResponseWriter(answer, request);
                assertFalse(writer.message(message, 0, LONG, 0, 1, Header.NO_TIMESTAMP));
                while (!writer.missing(0, 0, RangeEndReason.DAMAGED, "damaged")) {
                    poll(bus, late);
                }
                for (long sequence = 1; sequence <= request.last(); sequence++) {
                    while (!writer.message(message, 0, SHORT, sequence, 1, Header.NO_TIMESTAMP)) {
                        poll(bus, late);
                    }
                }
                assertTrue(writer.end(request.last() + 1, RangeEndReason.COMPLETE, ""));
                while (received + missing() < MANY) {
                    poll(bus, late);
                }
            }
        }
        assertEquals(1, gaps.size(), gaps::toString);
        assertEquals(0, gaps.getFirst().last());
        assertEquals(GapCause.DAMAGED, gaps.getFirst().cause());
    }

    private RecoveringSubscription subscribe(final Bus bus, final Publication publication) {
        for (int i = 0; i < MANY; i++) {
            publication.offer(message, 0, SHORT);
        }
        return RecoveringSubscription.of(bus, SubscriptionSettings.of("s").withPolicy(Policy.SKIP)
                .withRepair(Repair.REPAIR).withStart(Start.at(0)).withListener(event -> {
                    if (event instanceof Gap gap) {
                        gaps.add(gap);
                    }
                }), RecoverySettings.defaults());
    }

    private void poll(final Bus bus, final RecoveringSubscription late) {
        bus.doWork();
        late.poll(this::onMessage, 100);
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        assertEquals(SHORT, length);
        received++;
        return Action.TAKEN;
    }

    private Action onRequest(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        request = RangeRequest.decode(buffer, offset, length);
        return Action.TAKEN;
    }

    private long missing() {
        return gaps.stream().mapToLong(gap -> gap.last() - gap.first() + 1).sum();
    }
}
