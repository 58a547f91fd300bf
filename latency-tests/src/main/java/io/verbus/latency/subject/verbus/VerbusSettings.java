package io.verbus.latency.subject.verbus;

import io.verbus.BlockingPermission;
import io.verbus.BatchingIdleStrategy;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.SessionListener;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.log.FrameLayout;
import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.ReadingEnd;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/** Settings of the bus: its defaults, except for timeouts, as its processes are frozen between two measurements. */
final class VerbusSettings {
    private static final Duration FOREVER = Duration.ofHours(1);

    private VerbusSettings() {
    }

    static List<Setting> configuration(final Place place, final Variant variant, final boolean isRemote) {
        return List.of(
                new Setting("publications on a stream", Integer.toString(sessions(variant)), variant == Variant.IDLE
                        ? "all but one are idle: the difference is their cost"
                        : "one carries the messages"),
                new Setting("capacity", Integer.toString(capacity(place)), place.capacityBytes() == 0
                        ? "the default"
                        : "as requested"),
                new Setting("policy", place.policySkips() ? "SKIP" : "BLOCK", place.policySkips()
                        ? "the publisher does not wait for readers that share a core"
                        : "the publisher waits, so nothing is lost, as with the peers; the default is SKIP"),
                new Setting("heartbeat and progress timeout", "1 h",
                        "the processes are frozen while others are measured, which must not count as a failure"),
                new Setting("idle strategy", idleStrategy(place, variant, isRemote).alias(),
                        idleReason(place, variant, isRemote)),
                variant == Variant.BATCHED
                        ? new Setting("commits", "pushed together, " + batch(place) + " at a time", "pushes of 16 KiB")
                        : new Setting("commits", "each pushed at once", "the default"),
                variant == Variant.QUIET
                        ? new Setting("conductor", "its own thread, every second",
                                "the difference is the cost of the conductor")
                        : new Setting("conductor", "its own thread, every 20 ms",
                                "the default; it has no core of its own"));
    }

    private static String idleReason(final Place place, final Variant variant, final boolean isRemote) {
        if (variant == Variant.SPINNING) {
            return "the difference is the effect of the pauses of Poller's default";
        }
        if (place.policySkips()) {
            return "readers that share a core yield to each other";
        }
        return isRemote
                ? "as the C program; an emulator ends its time slice at a pause instruction"
                : "the default of Poller: pauses at high rates leave the polled cache line to its writer";
    }

    static IdleStrategy idleStrategy(final Place place, final Variant variant, final boolean isRemote) {
        if (variant == Variant.SPINNING) {
            return BusySpinIdleStrategy.INSTANCE;
        }
        if (place.policySkips()) {
            return YieldingIdleStrategy.INSTANCE;
        }
        return isRemote ? NoOpIdleStrategy.INSTANCE : new BatchingIdleStrategy(ReadingEnd.LIMIT);
    }

    static BusSettings bus(final Variant variant) {
        final BusSettings settings = BusSettings.defaults().withHeartbeatTimeout(FOREVER)
                .withProgressTimeout(FOREVER);
        return variant == Variant.QUIET ? settings.withDutyCycle(Duration.ofMillis(Variant.QUIET_MS)) : settings;
    }

    /** Publications on each stream. */
    static int sessions(final Variant variant) {
        return variant == Variant.IDLE ? 1 + Variant.IDLE_PUBLICATIONS : 1;
    }

    /** Messages of which the frames fill a push of {@link Variant#BATCHED}. */
    static int batch(final Place place) {
        return Math.max(1, Variant.BATCH_BYTES / FrameLayout.align(FrameLayout.HEADER_LENGTH + place.payloadBytes()));
    }

    static PublicationSettings publication(final Place place, final Variant variant, final String stream,
            final Endpoint... endpoints) {
        return PublicationSettings.of(stream).withCapacity(capacity(place)).withLinger(Duration.ZERO)
                .withPushesOnCommit(variant != Variant.BATCHED).withBlocking(BlockingPermission.named(stream))
                .withEndpoints(endpoints);
    }

    static SubscriptionSettings subscription(final Place place, final String stream, final SessionListener listener,
            final Endpoint... endpoints) {
        return SubscriptionSettings.of(stream).withPolicy(place.policySkips() ? Policy.SKIP : Policy.BLOCK)
                .withName(stream).withListener(listener).withEndpoints(endpoints);
    }

    static int capacity(final Place place) {
        return place.capacityOr(PublicationSettings.DEFAULT_CAPACITY);
    }
}
