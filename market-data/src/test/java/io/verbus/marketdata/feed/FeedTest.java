package io.verbus.marketdata.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import io.verbus.MessageWriter;
import io.verbus.Publication;
import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.testkit.ItchSession;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedTest {
    private static final TradingDay DAY = new TradingDay(LocalDate.of(2019, 12, 30), "test", "XNAS");
    private static final String BEGIN = "begin 18260 1577682000000000000 XNAS ITCH50";
    private static final BooleanSupplier NEVER = () -> false;

    @TempDir
    private Path folder;
    private long nowNs;

    @Test
    void sessionBeginsOnceAndEachPassWithClearBooks() throws IOException {
        final RecordingWriter out = new RecordingWriter();
        final Feed feed = feed(out, () -> nowNs, NEVER);

        play(feed, new ItchSession().delete(1, 10).delete(2, 11), new Pace.Max(), 2);

        assertEquals(List.of(BEGIN, "clear START", "delete 10", "delete 11", "clear REPEAT", "delete 10", "delete 11",
                "end 2"),
                out.lines());
        assertEquals(4, feed.counts().messages());
        assertEquals(4, feed.counts().of('D'));
        assertEquals(2, feed.counts().passes());
    }

    @Test
    void messagesOutsideTheSpecificationAreCountedAndSkipped() throws IOException {
        final RecordingWriter out = new RecordingWriter();
        final Feed feed = feed(out, () -> nowNs, NEVER);
        final ItchSession session = new ItchSession().delete(1, 10).raw((byte) 'z', (byte) 1).raw()
                .raw((byte) 'D', (byte) 0).delete(2, 11).raw((byte) 'A').raw(new byte[255]).raw();

        play(feed, session, new Pace.Max(), 1);

        assertEquals(List.of(BEGIN, "clear START", "delete 10", "suspect SOURCE_GAP", "delete 11", "end 5"),
                out.lines());
        assertEquals(2, feed.counts().unknown());
        assertEquals("0x00 'z'", feed.counts().unknownTypes());
        assertEquals(2, feed.counts().wrongLength());
        assertEquals("the message of type D at byte 29 is 2 bytes long, not 19 as in the specification: skipped",
                feed.counts().firstWrongLength());
    }

    @Test
    void feedEndsWhereFramingIsLost() {
        final RecordingWriter out = new RecordingWriter();
        final ItchSession session = new ItchSession().delete(1, 10).raw(new byte[300]).delete(2, 11);

        final BusException failure = assertThrows(BusException.class,
                () -> play(feed(out, () -> nowNs, NEVER), session, new Pace.Max(), 1));

        assertEquals(folder.resolve("session") + " is damaged: at byte 23 it has a message of 300 bytes, so"
                + " the framing is lost; the messages before it are published", failure.getMessage());
        assertEquals(List.of(BEGIN, "clear START", "delete 10"), out.lines());
    }

    @Test
    void messagesAreNeverEarlyAndCatchUpAfterStall() throws IOException {
        final List<Long> publishedNs = new ArrayList<>();
        final RecordingWriter out = new RecordingWriter(() -> {
            publishedNs.add(nowNs);
            nowNs = publishedNs.size() == 5 ? nowNs + 250 : nowNs; // a stall of two and a half periods
            return 0;
        });
        final Feed feed = feed(out, () -> nowNs++, NEVER);
        final ItchSession session = new ItchSession();
        for (int i = 0; i < 8; i++) {
            session.delete(i, i);
        }

        play(feed, session, new Pace.Rate(1e7), 1);

        // First session begin and clear books; then one message every 100 ns, but three at once after the stall.
        final List<Long> latenessNs = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            latenessNs.add((publishedNs.get(i + 2) - 1) / 100 - i);
        }
        assertEquals(List.of(0L, 0L, 0L, 1L, 0L, 0L, 0L, 0L), latenessNs);
    }

    @Test
    void backPressureLosesNothing() throws IOException {
        final int[] claims = new int[1];
        final RecordingWriter out = new RecordingWriter(
                () -> claims[0]++ % 5_000 == 4_999 ? 0 : Publication.BACK_PRESSURED);

        play(feed(out, () -> nowNs, NEVER), new ItchSession().delete(1, 10).delete(2, 11), new Pace.Max(), 1);

        assertEquals(List.of(BEGIN, "clear START", "delete 10", "delete 11", "end 2"), out.lines());
    }

    @Test
    void closedPublicationIsReported() {
        final Feed feed = feed(new RecordingWriter(() -> -2), () -> nowNs, NEVER);

        final BusException failure = assertThrows(BusException.class,
                () -> play(feed, new ItchSession().delete(1, 10), new Pace.Max(), 1));

        assertEquals("the publication was closed before the end of the feed", failure.getMessage());
    }

    @Test
    void stopRequestEndsTheWait() throws IOException {
        final RecordingWriter out = new RecordingWriter();
        final Feed feed = feed(out, () -> nowNs++, () -> nowNs > 1_000_000);

        play(feed, new ItchSession().delete(1, 10).delete(3_600_000_000_000L, 11), new Pace.Speed(1), 1);

        assertEquals(List.of(BEGIN, "clear START", "delete 10"), out.lines().subList(0, 3));
        assertEquals(0, feed.counts().passes());
    }

    private static Feed feed(final MessageWriter out, final NanoClock clock, final BooleanSupplier stop) {
        return new Feed(out, DAY, new ItchNormaliser(DAY.midnightNs()), clock, (_, _) -> !stop.getAsBoolean());
    }

    private void play(final Feed feed, final ItchSession session, final Pace pace, final int passes)
            throws IOException {
        try (BlockSource source = BlockSource.streamed(session.write(folder.resolve("session")))) {
            feed.play(source, pace, passes);
        }
    }
}
