package io.verbus.latency.subject.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Subject;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RingSubjectTest {
    private static final int CAPACITY = 4096;
    /** Frames of 96 bytes do not divide the capacity, so the ring ends with padding. */
    private static final int PAYLOAD = 72;
    private static final int LAPS = 20;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private long read;
    private long sum;

    static Stream<Function<Place, Subject>> rings() {
        return Stream.of(RingSubject.Layout.values()).map(layout -> place -> new RingSubject(place, layout));
    }

    @ParameterizedTest
    @MethodSource("rings")
    void messagesArriveWholeAndInOrderOverManyLaps(final Function<Place, Subject> ring) {
        try (Subject near = ring.apply(place(PAYLOAD, true)); Subject far = ring.apply(place(PAYLOAD, false))) {
            final PublishingEnd publishing = near.publish("there");
            assertFalse(publishing.isRead(1));
            final ReadingEnd reading = far.read("there", (buffer, offset, length) -> {
                assertEquals(PAYLOAD, length);
                assertEquals(read++, Payload.value(buffer, offset));
                sum += Payload.sum(buffer, offset, length);
            });
            assertTrue(publishing.isRead(1));
            assertEquals(0, reading.poll(ReadingEnd.LIMIT));
            long sent = 0;
            int refused = 0;
            for (int lap = 0; lap < LAPS; lap++) {
                while (publishing.tryPublish(sent)) {
                    sent++;
                }
                refused++;
                publishing.flush();
                assertEquals(1, reading.poll(1));
                while (read < sent) {
                    assertTrue(reading.poll(ReadingEnd.LIMIT) > 0);
                }
                assertEquals(0, reading.poll(1));
            }
            assertEquals(LAPS, refused);
            assertTrue(sent > LAPS * 7 / 8 * (CAPACITY / 128), sent + " messages");
            assertEquals(Payload.sum(sent, PAYLOAD), sum);
        }
    }

    @ParameterizedTest
    @MethodSource("rings")
    void smallRingIsRefused(final Function<Place, Subject> ring) {
        try (Subject subject = ring.apply(place(CAPACITY / 4, true))) {
            assertEquals("capacity 4096 is below 8 messages of 1024 bytes: use a larger one",
                    assertThrows(BusException.class, () -> subject.publish("there")).getMessage());
        }
    }

    private Place place(final int payload, final boolean isNear) {
        return new Place(directory, payload, CAPACITY, false, "", "", 0, "", isNear, false);
    }
}
