package io.verbus.latency.subject.chronicle;

import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import io.verbus.latency.subject.Subject;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.queue.ChronicleQueue;

/** A queue for each stream. */
public final class ChronicleSubject implements Subject {
    private final Place place;
    private final List<ChronicleQueue> open = new ArrayList<>();

    /**
     * Opens queues on tmpfs.
     *
     * @param place where the processes meet
     */
    public ChronicleSubject(final Place place) {
        this.place = place;
    }

    @Override
    public PublishingEnd publish(final String stream) {
        return new ChroniclePublishing(queue(stream).createAppender(), place.payloadBytes());
    }

    @Override
    public ReadingEnd read(final String stream, final Receiver receiver) {
        return new ChronicleReading(queue(stream).createTailer(), receiver);
    }

    private ChronicleQueue queue(final String stream) {
        final ChronicleQueue queue = ChronicleSettings.open(place, stream);
        open.add(queue);
        return queue;
    }

    @Override
    public String title() {
        final String version = ChronicleQueue.class.getPackage().getImplementationVersion();
        return "Chronicle Queue" + (version == null ? "" : " " + version);
    }

    @Override
    public List<Setting> configuration() {
        return ChronicleSettings.configuration();
    }

    /** The mapped block; the files grow with each message. */
    @Override
    public long memoryBytes() {
        return ChronicleSettings.BLOCK_BYTES;
    }

    @Override
    public void close() {
        open.forEach(ChronicleQueue::close);
    }
}
