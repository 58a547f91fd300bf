package io.verbus.latency.subject.ring;

import io.verbus.BusException;
import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import io.verbus.latency.subject.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A reference, not a competitor: the least that a ring in shared memory does in Java with the guarantees of the bus
 * that a minimal ring can have. Messages of any length are framed, become visible at once by a commit word that is
 * stored with release and loaded with acquire, and a full ring refuses them; all accesses to memory are checked.
 *
 * <p>It leaves out: several readers, and readers that join late (horizon, lapping, positions of their own in a file);
 * policies for slow readers; the sequence of a message, and so the detection of gaps; frames that are claimed and
 * aborted, long messages in several frames, types and timestamps; doubt about a peer's bytes: the reader trusts the
 * length in the commit word; the end of a stream, and the crash of a peer, which nothing detects.
 *
 * <p>The variant with an index shows the cost of commit words beside the payload.
 */
public final class RingSubject implements Subject {
    /** As of the bus. */
    private static final int CAPACITY = 16 << 20;
    /** With fewer the reader returns its position too late. */
    private static final int LEAST_MESSAGES = 8;

    private final Place place;
    private final boolean isIndexed;
    private final Map<String, RingFile> files = new HashMap<>();

    private RingSubject(final Place place, final boolean isIndexed) {
        this.place = place;
        this.isIndexed = isIndexed;
    }

    /**
     * Makes rings with commit words in the frames.
     *
     * @param place of their files
     * @return the subject
     */
    public static RingSubject inline(final Place place) {
        return new RingSubject(place, false);
    }

    /**
     * Makes rings with commit words in an index.
     *
     * @param place of their files
     * @return the subject
     */
    public static RingSubject indexed(final Place place) {
        return new RingSubject(place, true);
    }

    @Override
    public PublishingEnd publish(final String stream) {
        return isIndexed
                ? new IndexedPublishing(file(stream), place.payloadBytes())
                : new RingPublishing(file(stream), place.payloadBytes());
    }

    @Override
    public ReadingEnd read(final String stream, final Receiver receiver) {
        return isIndexed ? new IndexedReading(file(stream), receiver) : new RingReading(file(stream), receiver);
    }

    private RingFile file(final String stream) {
        final int capacity = place.capacityOr(CAPACITY);
        if (capacity < LEAST_MESSAGES * RingFile.align(RingFile.HEADER + place.payloadBytes())) {
            throw new BusException("capacity " + capacity + " is below " + LEAST_MESSAGES + " messages of "
                    + place.payloadBytes() + " bytes: use a larger one");
        }
        return files.computeIfAbsent(stream,
                name -> RingFile.open(place.directory().resolve(name), capacity, isIndexed));
    }

    @Override
    public String title() {
        return "a minimal ring in Java, commit words " + (isIndexed ? "in an index" : "in the frames")
                + "; a reference";
    }

    @Override
    public List<Setting> configuration() {
        final List<Setting> settings = new ArrayList<>(List.of(
                new Setting("capacity", Integer.toString(place.capacityOr(CAPACITY)), "as the bus"),
                new Setting("frames", (isIndexed ? "no header" : RingFile.HEADER + " bytes of header") + ", aligned to "
                        + RingFile.ALIGNMENT, isIndexed ? "so a slot of the index is never used twice" : "as the bus"),
                new Setting("reader's position", "returned every eighth of the ring", "as the bus does"),
                new Setting("buffers", "UnsafeBuffer, bounds checked unless Agrona's checks are off",
                        "as the others")));
        if (isIndexed) {
            settings.add(new Setting("index", "a word for each " + RingFile.ALIGNMENT + " bytes of frames",
                    "with the message's number, so that nothing is cleared"));
        }
        return settings;
    }

    @Override
    public long memoryBytes() {
        return RingFile.length(place.capacityOr(CAPACITY), isIndexed);
    }

    @Override
    public void close() {
        files.values().forEach(RingFile::close);
    }
}
