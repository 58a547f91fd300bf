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
 * policies for slow readers; frames that are claimed and aborted, long messages in several frames, types and
 * timestamps; doubt about a peer's bytes: the reader trusts the length in the commit word; the end of a stream, and the
 * crash of a peer, which nothing detects.
 *
 * <p>The variants with an index show the cost of commit words beside the payload, without headers and with them.
 */
public final class RingSubject implements Subject {
    /** As of the bus. */
    private static final int CAPACITY = 16 << 20;
    /** With fewer the reader returns its position too late. */
    private static final int LEAST_MESSAGES = 8;

    private final Place place;
    private final Layout layout;
    private final Map<String, RingFile> files = new HashMap<>();

    /** Where the commit words are. */
    public enum Layout {
        /** In the frames. */
        INLINE,
        /** In the frames; the first of {@value #BATCH} is stored after the others. */
        HELD,
        /** In an index; a frame is the payload alone. */
        INDEX,
        /** In an index; a frame has the header of the bus too. */
        INDEX_AND_HEADER;

        private static final int BATCH = 16;

        boolean isIndexed() {
            return this == INDEX || this == INDEX_AND_HEADER;
        }

        int header() {
            return this == INDEX ? 0 : RingFile.HEADER;
        }

        int batch() {
            return this == HELD ? BATCH : 1;
        }
    }

    /**
     * Makes rings.
     *
     * @param place of their files
     * @param layout of the rings
     */
    public RingSubject(final Place place, final Layout layout) {
        this.place = place;
        this.layout = layout;
    }

    @Override
    public PublishingEnd publish(final String stream) {
        return layout.isIndexed()
                ? new IndexedPublishing(file(stream), place.payloadBytes(), layout.header())
                : new RingPublishing(file(stream), place.payloadBytes(), layout.batch());
    }

    @Override
    public ReadingEnd read(final String stream, final Receiver receiver) {
        return layout.isIndexed()
                ? new IndexedReading(file(stream), receiver, layout.header())
                : new RingReading(file(stream), receiver);
    }

    private RingFile file(final String stream) {
        final int capacity = place.capacityOr(CAPACITY);
        if (capacity < LEAST_MESSAGES * RingFile.align(RingFile.HEADER + place.payloadBytes())) {
            throw new BusException("capacity " + capacity + " is below " + LEAST_MESSAGES + " messages of "
                    + place.payloadBytes() + " bytes: use a larger one");
        }
        return files.computeIfAbsent(stream,
                name -> RingFile.open(place.directory().resolve(name), capacity, layout.isIndexed()));
    }

    @Override
    public String title() {
        return "a minimal ring in Java, commit words " + (layout.isIndexed() ? "in an index" : "in the frames")
                + (layout.batch() > 1 ? ", in batches" : "")
                + (layout == Layout.INDEX_AND_HEADER ? ", with headers" : "")
                + "; a reference";
    }

    @Override
    public List<Setting> configuration() {
        final List<Setting> settings = new ArrayList<>(List.of(
                new Setting("capacity", Integer.toString(place.capacityOr(CAPACITY)), "as the bus"),
                new Setting("frames", layout.header() + " bytes of header, aligned to "
                        + RingFile.ALIGNMENT,
                        layout.isIndexed()
                                ? "so a slot of the index is never used twice"
                                : "as the bus"),
                new Setting("commits", layout.batch() + " at a time", layout.batch() > 1
                        ? "the reader sees the first one last"
                        : "as the bus"),
                new Setting("reader's position", "stored after each poll that was not empty", "as the bus does"),
                new Setting("buffers", "those of the bus, with its bounds checks", "as the bus")));
        if (layout.isIndexed()) {
            settings.add(new Setting("index", "a word for each " + RingFile.ALIGNMENT + " bytes of frames",
                    "with the message's number, so that nothing is cleared"));
        }
        return settings;
    }

    @Override
    public long memoryBytes() {
        return RingFile.length(place.capacityOr(CAPACITY), layout.isIndexed());
    }

    @Override
    public void close() {
        files.values().forEach(RingFile::close);
    }
}
