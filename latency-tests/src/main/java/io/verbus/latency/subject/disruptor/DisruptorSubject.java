package io.verbus.latency.subject.disruptor;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import io.verbus.latency.subject.Subject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A ring for each stream. */
public final class DisruptorSubject implements Subject {
    private final Place place;
    private final Map<String, RingBuffer<PayloadEvent>> rings = new ConcurrentHashMap<>();
    private final Map<String, Boolean> read = new ConcurrentHashMap<>();

    /**
     * Makes rings in this process.
     *
     * @param place with the size of payloads and rings
     */
    public DisruptorSubject(final Place place) {
        this.place = place;
    }

    @Override
    public PublishingEnd publish(final String stream) {
        final RingBuffer<PayloadEvent> ring = rings.computeIfAbsent(stream, name -> DisruptorSettings.ring(place));
        return new PublishingEnd() {
            @Override
            public boolean isRead(final int readers) {
                return read.containsKey(stream);
            }

            @Override
            public boolean tryPublish(final long value) {
                if (!ring.hasAvailableCapacity(1)) {
                    return false;
                }
                final long sequence = ring.next();
                Payload.encode(ring.get(sequence).buffer(), 0, place.payloadBytes(), value);
                ring.publish(sequence);
                return true;
            }
        };
    }

    @Override
    public ReadingEnd read(final String stream, final Receiver receiver) {
        final RingBuffer<PayloadEvent> ring = rings.get(stream);
        final EventPoller<PayloadEvent> poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
        read.put(stream, true);
        return new DisruptorReading(poller, receiver, place.payloadBytes());
    }

    @Override
    public String title() {
        final String version = RingBuffer.class.getPackage().getImplementationVersion();
        return "Disruptor" + (version == null ? "" : " " + version) + ", one process";
    }

    @Override
    public List<Setting> configuration() {
        return DisruptorSettings.configuration(place);
    }

    @Override
    public long memoryBytes() {
        return (long) DisruptorSettings.events(place) * place.payloadBytes();
    }

    @Override
    public void close() {
        rings.clear();
    }
}
