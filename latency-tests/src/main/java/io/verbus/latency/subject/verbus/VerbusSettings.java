package io.verbus.latency.subject.verbus;

import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.PublicationSettings;
import io.verbus.SubscriptionSettings;
import io.verbus.latency.result.Subject.Setting;
import io.verbus.latency.subject.Place;
import io.verbus.peer.SessionListener;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/** How the bus is set up: by its defaults, but for what being frozen between two measurements asks for. */
final class VerbusSettings {
    private static final Duration FOR_EVER = Duration.ofHours(1);

    private VerbusSettings() {
    }

    static List<Setting> configuration(final Place place, final boolean isRemote) {
        return List.of(
                new Setting("capacity", Integer.toString(capacity(place)), place.capacityBytes() == 0
                        ? "the default"
                        : "as asked for"),
                new Setting("policy", place.policySkips() ? "SKIP" : "BLOCK", place.policySkips()
                        ? "readers that share a core are not waited for"
                        : "the publisher waits, so nothing is lost, as with the peers; the default is SKIP"),
                new Setting("heartbeat and progress time-out", "1 h",
                        "the processes are frozen while others are measured; nobody is to draw conclusions from that"),
                new Setting("idle strategy", idleStrategy(place, isRemote).alias(), place.policySkips()
                        ? "readers that share a core leave it to each other"
                        : isRemote
                                ? "the C program beside it pauses no more; an emulator takes a pause for a rest"
                                : "what Poller does by default: a pause leaves the line that is polled to its writer"),
                new Setting("commits", "each pushed, by itself", "the default"),
                new Setting("conductor", "its own thread, every 20 ms", "the default; it has no core of its own"));
    }

    static IdleStrategy idleStrategy(final Place place, final boolean isRemote) {
        if (place.policySkips()) {
            return YieldingIdleStrategy.INSTANCE;
        }
        return isRemote ? NoOpIdleStrategy.INSTANCE : BusySpinIdleStrategy.INSTANCE;
    }

    static BusSettings bus() {
        return BusSettings.defaults().withHeartbeatTimeout(FOR_EVER).withProgressTimeout(FOR_EVER);
    }

    static PublicationSettings publication(final Place place, final String stream, final Endpoint... endpoints) {
        return PublicationSettings.of(stream).withCapacity(capacity(place)).withLinger(Duration.ZERO)
                .withEndpoints(endpoints);
    }

    static SubscriptionSettings subscription(final Place place, final String stream, final SessionListener listener,
            final Endpoint... endpoints) {
        return SubscriptionSettings.of(stream).withPolicy(place.policySkips() ? Policy.SKIP : Policy.BLOCK)
                .withListener(listener).withEndpoints(endpoints);
    }

    static int capacity(final Place place) {
        return place.capacityOr(PublicationSettings.DEFAULT_CAPACITY);
    }
}
