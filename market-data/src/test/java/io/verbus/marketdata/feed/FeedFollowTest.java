package io.verbus.marketdata.feed;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.marketdata.OrderExecutedDecoder;
import io.verbus.codec.marketdata.TradeDecoder;
import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.LiveSource;
import io.verbus.marketdata.source.LiveSource.Change;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class FeedFollowTest {
    private static final String BEGIN = "begin 18260 1577682000000000000 XNAS ITCH50";

    private static final TradingDay DAY = new TradingDay(LocalDate.of(2019, 12, 30), "test", "XNAS");

    private final RecordingWriter out = new RecordingWriter();
    private final Script source = new Script();
    private final Feed feed = new Feed(out, DAY, new ItchNormaliser(DAY.midnightNs()), () -> 0, (_, _) -> true);

    @Test
    void booksAreClearedAtSessionStartAndSuspectAfterLoss() {
        source.then(Change.NONE).then(Change.SESSION_BEGINS, 10, 11).then(Change.NONE, 12)
                .then(Change.GAP).then(Change.NONE, 20).then(Change.SESSION_BEGINS, 30);

        feed.follow(source);

        assertEquals(List.of(BEGIN, "clear START", "delete 10", "delete 11", "delete 12", "suspect SOURCE_GAP",
                "delete 20", "clear START", "delete 30", "end 5"), out.lines());
        assertEquals(5, feed.counts().messages());
        assertEquals(1, feed.counts().losses());
        assertFalse(feed.counts().isSuspect(), "another session has begun");
    }

    @Test
    void snapshotIsPublishedBetweenClearAndSoundWithoutTrades() {
        final byte[] trade = new byte[44];
        trade[0] = 'P';
        final byte[] execution = new byte[31];
        execution[0] = 'E';
        execution[18] = 7;
        execution[22] = 5;
        source.then(Change.SESSION_BEGINS, 10).then(Change.GAP).then(Change.NONE, 20).raw(trade).raw(execution)
                .then(Change.SNAPSHOT, 30).raw(trade, true).raw(execution, true).then(Change.RECOVERED)
                .then(Change.NONE, 40);

        feed.follow(source);

        assertEquals(List.of(BEGIN, "clear START", "delete 10", "suspect SOURCE_GAP", "delete 20",
                "template " + TradeDecoder.TEMPLATE_ID, "template " + OrderExecutedDecoder.TEMPLATE_ID,
                "suspect clear SNAPSHOT", "snapshot delete 30", "snapshot reduce 7 by 5", "sound RECOVERED",
                "delete 40", "end 8"), out.lines());
        assertEquals(5, feed.counts().messages(), "repeated messages are not counted");
        assertEquals(List.of(1L, 1L), List.of(feed.counts().losses(), feed.counts().recoveries()));
        assertFalse(feed.counts().isSuspect());
    }

    @Test
    void suspectBooksAreCountedFromTheMessageBeforeTheFirstLoss() {
        source.then(Change.SESSION_BEGINS, 10, 11).then(Change.GAP, 20).then(Change.GAP, 30);

        feed.follow(source);

        assertEquals(2, feed.counts().losses());
        assertTrue(feed.counts().isSuspect());
        assertEquals(2, feed.counts().suspectAfter());
    }

    @Test
    void captureIsPacedByTheTimesOfItsPackets() {
        final List<Long> publishedNs = new ArrayList<>();
        final long[] nowNs = {0};
        final RecordingWriter timed = new RecordingWriter(() -> {
            publishedNs.add(nowNs[0]);
            return 0;
        });
        final Feed paced = new Feed(timed, DAY, new ItchNormaliser(DAY.midnightNs()), () -> nowNs[0] += 10,
                (_, _) -> true);
        source.then(Change.SESSION_BEGINS, 10, 11).then(Change.NONE).then(Change.NONE, 12);

        paced.follow(source, new Pace.Speed(2));

        assertEquals(List.of(BEGIN, "clear START", "delete 10", "delete 11", "delete 12", "end 3"), timed.lines());
        // The last packet is 2,000 ns later, at double speed; each message has one time.
        final long startNs = publishedNs.get(2);
        assertTrue(publishedNs.get(3) - startNs < 100, publishedNs::toString);
        assertTrue(publishedNs.get(4) - startNs >= 980 && publishedNs.get(4) - startNs < 1_100, publishedNs::toString);
    }

    @Test
    void messageOfAWrongLengthMakesTheBooksSuspectUntilASnapshotAfterIt() {
        final byte[] malformed = {'D', 0};
        source.then(Change.SESSION_BEGINS, 10).raw(malformed).raw(malformed).then(Change.NONE, 11)
                .then(Change.SNAPSHOT, 30).raw(malformed, true).then(Change.RECOVERED, 31)
                .then(Change.SNAPSHOT, 32).then(Change.RECOVERED, 33);

        feed.follow(source);

        assertEquals(List.of(BEGIN, "clear START", "delete 10", "suspect SOURCE_GAP", "delete 11",
                "suspect clear SNAPSHOT", "snapshot delete 30", "delete 31",
                "suspect clear SNAPSHOT", "snapshot delete 32", "sound RECOVERED", "delete 33", "end 9"), out.lines());
        assertEquals(List.of(1L, 1L), List.of(feed.counts().losses(), feed.counts().recoveries()));
        assertEquals(List.of(2, 3, 7), source.unusable, "blocks with a message of a wrong length, and the end of a"
                + " snapshot with one");
    }

    @Test
    void unknownMessageOfAnyLengthIsSkipped() {
        source.then(Change.SESSION_BEGINS, 10).raw(new byte[300]).then(Change.NONE, 11);

        feed.follow(source);

        assertEquals(List.of(BEGIN, "clear START", "delete 10", "delete 11", "end 3"), out.lines());
        assertEquals(1, feed.counts().unknown());
    }

    /** Returns scripted blocks. */
    private static final class Script implements LiveSource {
        private final Deque<Change> changes = new ArrayDeque<>();
        private final Deque<byte[]> bytes = new ArrayDeque<>();
        private final Block block = new Block();
        private Change change;
        private final Set<Integer> repeated = new HashSet<>();
        private final List<Integer> unusable = new ArrayList<>();
        private boolean isRepeated;
        private int returned;
        private long blocks;
        private long sequence = 1;

        Script then(final Change before, final int... references) {
            final ByteBuffer deletes = ByteBuffer.allocate(21 * references.length);
            for (final int reference : references) {
                deletes.putShort((short) 19).put((byte) 'D').putShort((short) 1).putLong(0).putLong(reference);
            }
            changes.add(before);
            bytes.add(deletes.array());
            return this;
        }

        Script raw(final byte[] message) {
            return raw(message, false);
        }

        Script raw(final byte[] message, final boolean repeats) {
            if (repeats) {
                repeated.add(bytes.size());
            }
            changes.add(Change.NONE);
            bytes.add(ByteBuffer.allocate(2 + message.length).putShort((short) message.length).put(message).array());
            return this;
        }

        @Override
        public Block next() {
            change = changes.poll();
            isRepeated = repeated.contains(returned++) || change == Change.SNAPSHOT;
            blocks++;
            block.next();
            if (change == null) {
                return null;
            }
            final byte[] messages = bytes.remove();
            block.fill(new UnsafeBuffer(messages), 0, messages.length, BIG_ENDIAN, sequence, Block.NO_TIME);
            for (int at = 0; at < messages.length; at += 2 + ByteBuffer.wrap(messages).getShort(at)) {
                sequence++;
            }
            return block;
        }

        @Override
        public void onUnusable() {
            unusable.add(returned);
        }

        @Override
        public Change change() {
            return change;
        }

        @Override
        public long nextSequence() {
            return sequence;
        }

        @Override
        public boolean isRepeated() {
            return isRepeated;
        }

        @Override
        public long timeNs() {
            return blocks * 1_000;
        }

        @Override
        public List<String> news() {
            return List.of();
        }
    }
}
