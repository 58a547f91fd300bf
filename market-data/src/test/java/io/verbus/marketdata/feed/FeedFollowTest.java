package io.verbus.marketdata.feed;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.source.Block;
import io.verbus.marketdata.source.LiveSource;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class FeedFollowTest {
    private static final String BEGIN = "begin 18260 1577682000000000000 XNAS ITCH50";

    private static final TradingDay DAY = new TradingDay(LocalDate.of(2019, 12, 30), "test", "XNAS");

    private final RecordingWriter out = new RecordingWriter();
    private final Script source = new Script();
    private final Feed feed = new Feed(out, DAY, new ItchNormaliser(DAY.midnightNs()), () -> 0, (_, _) -> true);

    @Test
    void booksAreClearedAtSessionStartAndAfterLoss() {
        source.then(LiveSource.Clear.NO).then(LiveSource.Clear.SESSION_BEGINS, 10, 11).then(LiveSource.Clear.NO, 12)
                .then(LiveSource.Clear.GAP).then(LiveSource.Clear.NO, 20).then(LiveSource.Clear.SESSION_BEGINS, 30);

        feed.follow(source);

        assertEquals(List.of(BEGIN, "clear START", "delete 10", "delete 11", "delete 12", "clear SOURCE_GAP",
                "suspect SOURCE_GAP", "delete 20", "clear START", "delete 30", "end 5"), out.lines());
        assertEquals(5, feed.counts().messages());
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
        source.then(LiveSource.Clear.SESSION_BEGINS, 10, 11).then(LiveSource.Clear.NO).then(LiveSource.Clear.NO, 12);

        paced.follow(source, new Pace.Speed(2));

        assertEquals(List.of(BEGIN, "clear START", "delete 10", "delete 11", "delete 12", "end 3"), timed.lines());
        // The last packet is 2,000 ns later, at double speed; each message has one time.
        final long startNs = publishedNs.get(2);
        assertTrue(publishedNs.get(3) - startNs < 100, publishedNs::toString);
        assertTrue(publishedNs.get(4) - startNs >= 980 && publishedNs.get(4) - startNs < 1_100, publishedNs::toString);
    }

    @Test
    void unknownMessageOfAnyLengthIsSkipped() {
        source.then(LiveSource.Clear.SESSION_BEGINS, 10).raw(new byte[300]).then(LiveSource.Clear.NO, 11);

        feed.follow(source);

        assertEquals(List.of(BEGIN, "clear START", "delete 10", "delete 11", "end 3"), out.lines());
        assertEquals(1, feed.counts().unknown());
    }

    /** Returns scripted blocks. */
    private static final class Script implements LiveSource {
        private final Deque<Clear> clears = new ArrayDeque<>();
        private final Deque<byte[]> bytes = new ArrayDeque<>();
        private final Block block = new Block();
        private Clear clear;
        private long blocks;
        private long sequence = 1;

        Script then(final Clear before, final int... references) {
            final ByteBuffer deletes = ByteBuffer.allocate(21 * references.length);
            for (final int reference : references) {
                deletes.putShort((short) 19).put((byte) 'D').putShort((short) 1).putLong(0).putLong(reference);
            }
            clears.add(before);
            bytes.add(deletes.array());
            return this;
        }

        Script raw(final byte[] message) {
            clears.add(Clear.NO);
            bytes.add(ByteBuffer.allocate(2 + message.length).putShort((short) message.length).put(message).array());
            return this;
        }

        @Override
        public Block next() {
            clear = clears.poll();
            blocks++;
            block.next();
            if (clear == null) {
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
        public Clear clear() {
            return clear;
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
