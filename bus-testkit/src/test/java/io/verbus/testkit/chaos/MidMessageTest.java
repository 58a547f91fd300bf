package io.verbus.testkit.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.EventRecorder;
import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A publisher of messages of 16 MiB is killed inside one of them. */
@Tag("processes")
class MidMessageTest {
    private static final int LENGTH = 16 << 20;
    private static final int CAPACITY = 4 * LENGTH;
    /** A frame is a sixteenth of the log less its header, so the fifth contains little. */
    private static final int FRAMES = 5;
    private static final int MAX_KILLS = 60;
    private static final int WHOLE_MESSAGES = 5;
    /** A word in each page is sufficient: the reader must not be the bottleneck. */
    private static final int STRIDE = 4096;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    /**
     * Publishes such messages forever, with the last byte of its number in a word of each page. It prints a line before
     * one whose offer is not refused, because all earlier messages were read: the moment to kill it.
     */
    static final class Feed {
        public static void main(final String[] args) {
            final UnsafeBuffer message = new UnsafeBuffer(new byte[LENGTH]);
            try (Bus bus = Bus.launch();
                    Publication publication = bus.publish(PublicationSettings.of("s").withCapacity(CAPACITY))) {
                publication.awaitSubscribers(1, Duration.ofSeconds(30));
                for (long number = 0; number >= 0;) {
                    fill(message, (byte) number);
                    if (number == WHOLE_MESSAGES) {
                        while (publication.subscribers().stream().anyMatch(reader -> reader.lagBytes() > 0)) {
                            Thread.onSpinWait();
                        }
                        System.out.println("going");
                    }
                    while (publication.offer(message, 0, LENGTH) < 0) {
                        Thread.onSpinWait();
                    }
                    number++;
                }
            }
        }
    }

    @Test
    void partialMessageIsAGapOfItsFrames() throws Exception {
        int inTheMiddle = 0;
        for (int kills = 0; inTheMiddle == 0; kills++) {
            assertTrue(kills < MAX_KILLS, () -> "none of " + MAX_KILLS + " kills was inside a message");
            inTheMiddle += killOne() ? 1 : 0;
        }
    }

    /** Kills a feed at a random point; returns whether that was inside a message. */
    private boolean killOne() throws Exception {
        final EventRecorder heard = new EventRecorder();
        final List<Long> wrong = new ArrayList<>();
        final long[] next = {0};
        try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory));
                Subscription subscription = bus
                        .subscribe(SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withListener(heard));
                Forked feed = Forked.start(Feed.class, directory)) {
            final Thread killer = Thread.ofPlatform().start(() -> {
                feed.awaitLine("going");
                feed.kill();
            });
            while (heard.events().stream().noneMatch(event -> event.startsWith("lost for good"))) {
                subscription.poll((buffer, offset, length, header) -> {
                    if (header.sequence() != next[0] * FRAMES || header.frames() != FRAMES
                            || !isFullOf((byte) next[0], buffer, offset, length)) {
                        wrong.add(header.sequence());
                    }
                    next[0]++;
                    return Action.TAKEN;
                }, 1);
            }
            killer.join();
        }
        assertEquals(List.of(), wrong);
        final long end = next[0] * FRAMES;
        final String lost = "lost for good " + end + ": its publisher's process died without closing it";
        if (heard.missed() == 0) {
            assertEquals(List.of("started 0", lost), heard.events());
            return false;
        }
        assertTrue(heard.missed() < FRAMES, () -> heard.events().toString());
        assertEquals(List.of("started 0", "gap " + end + ".." + (end + heard.missed() - 1), lost), heard.events());
        return true;
    }

    private static long word(final byte number) {
        return (number & 0xFFL) * 0x0101_0101_0101_0101L;
    }

    private static void fill(final MutableDirectBuffer message, final byte number) {
        for (int i = 0; i < LENGTH; i += STRIDE) {
            message.putLong(i, word(number));
        }
        message.putLong(LENGTH - Long.BYTES, word(number));
    }

    private static boolean isFullOf(final byte expected, final DirectBuffer buffer, final int offset,
            final int length) {
        final long word = word(expected);
        for (int i = 0; i < length; i += STRIDE) {
            if (buffer.getLong(offset + i) != word) {
                return false;
            }
        }
        return length == LENGTH && buffer.getLong(offset + length - Long.BYTES) == word;
    }
}
