package io.verbus.internal.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.LossCause;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.internal.log.Acknowledgements;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.os.OffHeapLongs;
import io.verbus.internal.shm.Positions;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.support.EventRecorder;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several images in turn: which of them a poll calls. */
class PolledImagesTest {
    private static final int CAPACITY = LogLayout.MIN_CAPACITY;
    private static final int LONG = CAPACITY / LogLayout.CHUNKS - 16;
    private static final long SUBSCRIPTION = 5;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final EventRecorder recording = new EventRecorder();
    private final List<Log> logs = new ArrayList<>();
    private final List<LogWriter> writers = new ArrayList<>();
    private final List<Image> images = new ArrayList<>();
    private final PolledImages polled = new PolledImages();
    private final List<Long> received = new ArrayList<>();
    private Positions positions;

    @AfterEach
    void close() {
        images.forEach(Image::close);
        positions.close();
        logs.forEach(Log::close);
    }

    @ParameterizedTest
    @EnumSource(value = Policy.class)
    void idleImageIsNotCalled(final Policy policy) {
        join(3, policy);
        publish(1, 1, 8);
        poll(10);
        final List<String> before = List.copyOf(recording.events());
        images.get(2).publisherLost(LossCause.DIED, "died"); // an image that is called reports the loss
        poll(10);
        assertEquals(before, recording.events());
        polled.check();
        poll(10);
        assertTrue(recording.events().getLast().startsWith("lost"), () -> recording.events().toString());
        assertTrue(polled.hasDone());
    }

    @Test
    void lappedImageIsCalledAlthoughItsNextWordIsEmpty() {
        join(2, Policy.SKIP);
        publish(1, 5, 8);
        poll(10);
        assertEquals(5, received.size());
        publish(1, 3 * LogLayout.CHUNKS, LONG);
        final long word = images.get(1).nextWord();
        assertEquals(0, OffHeapLongs.loadAcquire(word), "so this shows nothing");
        poll(10);
        poll(10); // each poll checks the horizon of one image
        assertTrue(recording.events().getLast().startsWith("gap 5.."), () -> recording.events().toString());
    }

    @Test
    void imagesTakeTurnsAtTheLimit() {
        join(3, Policy.SKIP);
        for (int i = 0; i < 3; i++) {
            publish(i, 2, 8);
        }
        for (int i = 0; i < 6; i++) {
            assertEquals(1, poll(1));
        }
        assertEquals(List.of(0L, 0L, 0L, 1L, 1L, 1L), received);
        assertEquals(0, poll(1));
    }

    @Test
    void imagesDeliverAShareInTurn() {
        join(3, Policy.SKIP);
        publish(0, 40, 8);
        publish(2, 40, 8);
        assertEquals(20, poll(20));
        assertEquals(60, poll(100));
        final List<Long> expected = new ArrayList<>();
        shares(expected, 0, 16, 0, 4, 16, 32, 4, 20, 32, 40, 20, 40);
        assertEquals(expected, received);
        assertEquals(0, poll(100));
    }

    @Test
    void messageThatIsCommittedDuringAPollWaitsForAtMostAShareOfAnother() {
        join(3, Policy.SKIP);
        publish(0, 100, 8);
        assertEquals(101, polled.poll((buffer, offset, length, header) -> {
            received.add(header.sequence());
            if (header.sequence() == 20) {
                publish(1, 1, 8);
            }
            return Action.TAKEN;
        }, 1_000));
        assertEquals(32, received.lastIndexOf(0L));
    }

    /** The listener may change what the next poll does with the messages after the gap. */
    @Test
    void imageThatHasReportedAGapIsNotPolledAgain() {
        join(3, Policy.SKIP);
        publish(0, 40, 8);
        publish(2, 3 * LogLayout.CHUNKS, LONG);
        polled.check();
        assertEquals(40, poll(100));
        assertTrue(recording.events().getLast().startsWith("gap 0.."), () -> recording.events().toString());
        assertTrue(poll(100) > 0);
    }

    private static void shares(final List<Long> sequences, final long... bounds) {
        for (int i = 0; i < bounds.length; i += 2) {
            LongStream.range(bounds[i], bounds[i + 1]).forEach(sequences::add);
        }
    }

    private int poll(final int limit) {
        return polled.poll((buffer, offset, length, header) -> {
            received.add(header.sequence());
            return Action.TAKEN;
        }, limit);
    }

    private void publish(final int image, final int messages, final int length) {
        for (int i = 0; i < messages; i++) {
            logs.get(image).ring().setMemory(writers.get(image).claim(length), length, (byte) 0);
            writers.get(image).commit();
        }
    }

    private void join(final int count, final Policy policy) {
        positions = Positions.create(directory.resolve("positions"),
                new SubscriptionIdentity(SUBSCRIPTION, "t", policy, 1, 1), 64);
        for (int i = 0; i < count; i++) {
            final Log log = Log.create(directory.resolve("log" + i),
                    new LogIdentity("s", i + 1, "publisher", CAPACITY, false, 1, 1, 0, 0, "test"));
            logs.add(log);
            writers.add(new LogWriter(log, () -> Long.MAX_VALUE, () -> 0));
            images.add(new LocalImage(Log.attach(log.path()), positions, Start.oldest(), new ImageSettings("t",
                    Repair.REPORT, false, new ReassemblyMemory(0), recording, new CountingGaps(), error -> {
                        throw new AssertionError(error);
                    }, () -> 0)));
            if (policy == Policy.BLOCK) {
                Acknowledgements.acknowledge(log.header(), SUBSCRIPTION, 1);
            }
        }
        polled.replace(images);
        poll(1); // seek
        poll(1);
    }
}
