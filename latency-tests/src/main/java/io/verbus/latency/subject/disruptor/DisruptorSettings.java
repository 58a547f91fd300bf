package io.verbus.latency.subject.disruptor;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import io.verbus.latency.result.Subject.Setting;
import io.verbus.latency.subject.Place;
import java.util.List;

/** How Disruptor is set up. */
final class DisruptorSettings {
    /** Enough for what its own performance tests use, as long as the events are small. */
    private static final int MOST_EVENTS = 1 << 16;
    private static final int LEAST_EVENTS = 1 << 6;
    /** As much memory for payload as the bus has. */
    private static final int BYTES = 16 << 20;

    private DisruptorSettings() {
    }

    static List<Setting> configuration(final Place place) {
        return List.of(
                new Setting("processes", "one, two threads", "it has no other way"),
                new Setting("producer", "single", "one writer, no compare-and-set: the fastest that it has"),
                new Setting("wait strategy", "busy spin", "as all that is measured in shared memory"),
                new Setting("consumer", "EventPoller", "polled by the measured thread, in batches, as the others are"),
                new Setting("ring size", Integer.toString(events(place)),
                        "65,536 events as in its own performance tests, or what 16 MiB hold"),
                new Setting("event", "a payload of " + place.payloadBytes() + " bytes, allocated before",
                        "nothing is allocated while it is measured"));
    }

    static RingBuffer<PayloadEvent> ring(final Place place) {
        return RingBuffer.createSingleProducer(() -> new PayloadEvent(place.payloadBytes()), events(place),
                new BusySpinWaitStrategy());
    }

    static int events(final Place place) {
        final int fitting = Integer.highestOneBit(Math.max(1, place.capacityOr(BYTES) / place.payloadBytes()));
        return place.capacityBytes() == 0 ? Math.clamp(fitting, LEAST_EVENTS, MOST_EVENTS) : Math.max(2, fitting);
    }
}
