package io.verbus.latency.subject.disruptor;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.subject.Place;
import java.util.List;

/** Settings of Disruptor. */
final class DisruptorSettings {
    /** As in its own performance tests; large events are fewer. */
    private static final int MOST_EVENTS = 1 << 16;
    private static final int LEAST_EVENTS = 1 << 6;
    /** Memory for payloads, as much as the bus has. */
    private static final int BYTES = 16 << 20;

    private DisruptorSettings() {
    }

    static List<Setting> configuration(final Place place) {
        return List.of(
                new Setting("processes", "one, two threads", "it connects threads only"),
                new Setting("producer", "single", "one writer, no compare-and-set: its fastest"),
                new Setting("wait strategy", "busy spin", "as all subjects in shared memory"),
                new Setting("consumer", "EventPoller", "polled by the measured thread, in batches, as the others"),
                new Setting("ring size", Integer.toString(events(place)),
                        "65,536 events as in its own performance tests, at most 16 MiB"),
                new Setting("event", "a payload of " + place.payloadBytes() + " bytes, pre-allocated",
                        "no allocation during a measurement"));
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
