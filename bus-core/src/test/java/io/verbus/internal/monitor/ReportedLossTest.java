package io.verbus.internal.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Gap;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.monitor.Loss;
import io.verbus.monitor.LossReport;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each gap that a subscription reports is in the loss report of its bus directory. */
class ReportedLossTest {
    private static final int CAPACITY = 1 << 16;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final List<Gap> gaps = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();

    @Test
    void everyGapIsInTheReportWithItsSubscription() {
        lap(event -> {
            if (event instanceof Gap gap) {
                gaps.add(gap);
            }
        });
        assertEquals(List.of(), errors);
        assertEquals(2, gaps.size());
        assertEquals(gaps.stream().map(ReportedLossTest::withoutSubscription).toList(),
                losses().stream().map(ReportedLossTest::withoutSubscription).toList());
        assertEquals(List.of("lapped", "lapped"), losses().stream().map(loss -> loss.subscriber().name()).toList());
    }

    @Test
    void throwingListenerHidesNothingFromTheReport() {
        lap(event -> {
            if (event instanceof Gap gap) {
                gaps.add(gap);
                throw new IllegalStateException("thrown by the listener");
            }
        });
        assertEquals(2, losses().size());
        assertEquals(List.of("thrown by the listener", "thrown by the listener"), errors);
    }

    /** Two losses: it is lapped twice. */
    private void lap(final SessionListener listener) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[1000]);
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                .withErrorHandler(t -> errors.add(t.getMessage())));
                Publication publication = bus.publish(PublicationSettings.of("s").withCapacity(CAPACITY)
                        .withLinger(Duration.ZERO));
                Subscription subscription = bus.subscribe(SubscriptionSettings.of("s").withName("lapped")
                        .withPolicy(Policy.SKIP).withRepair(Repair.REPORT).withStart(Start.oldest())
                        .withListener(listener))) {
            for (int lap = 0; lap < 2; lap++) {
                for (int i = 0; i < 2 * CAPACITY / message.capacity(); i++) {
                    assertTrue(publication.offer(message, 0, message.capacity()) >= 0);
                }
                while (gaps.size() == lap) {
                    subscription.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
                }
            }
        }
    }

    private List<Loss> losses() {
        try (LossReport report = LossReport.openReadOnly(BusDirectory.losses(directory))) {
            return report.losses();
        }
    }

    private static List<Object> withoutSubscription(final Gap gap) {
        return List.of(gap.epochNs(), gap.session().stream(), gap.session().id(), gap.session().pid(), gap.first(),
                gap.last(), gap.count(), gap.cause(), gap.description());
    }

    private static List<Object> withoutSubscription(final Loss loss) {
        return List.of(loss.epochNs(), loss.publisher().stream(), loss.publisher().session(), loss.publisher().pid(),
                loss.first(), loss.last(), loss.count(), loss.cause(), loss.description());
    }
}
