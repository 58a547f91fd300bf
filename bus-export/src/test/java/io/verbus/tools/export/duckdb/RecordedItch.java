package io.verbus.tools.export.duckdb;

import io.verbus.MessageWriter;
import io.verbus.MutableHeader;
import io.verbus.Session;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.SessionWriter;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.feed.Feed;
import io.verbus.marketdata.feed.Pace;
import io.verbus.marketdata.feed.TradingDay;
import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.source.BlockSource;
import io.verbus.testkit.Journals;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A session of ITCH in a journal, and the books that it leads to. */
public final class RecordedItch implements MessageWriter {
    private static final int BUY = 0;
    private static final int SELL = 1;
    private static final long ID = 0xABCDEF;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
    private final BookUpdater books = new BookUpdater(new Books(1_024));
    private final SessionWriter session;
    private int claimed;
    private long messages;

    private RecordedItch(final SessionWriter session) {
        this.session = session;
    }

    /**
     * Records a file.
     *
     * @param itch the file
     * @param journal directory of a new journal
     * @return the session
     * @throws IOException if a file cannot be read
     */
    public static RecordedItch record(final Path itch, final Path journal) throws IOException {
        try (JournalWriter writer = JournalWriter.open(journal, "md.itch",
                JournalSettings.defaults().withSegmentLength(1 << 20));
                BlockSource source = BlockSource.streamed(itch)) {
            final RecordedItch out = new RecordedItch(
                    writer.session(new Session("md.itch", ID, "feed", 1, Journals.START_NS, "test")));
            final TradingDay day = TradingDay.resolve("2019-12-30", "XNAS", itch, Clock.systemUTC());
            new Feed(out, day, new ItchNormaliser(day.midnightNs()), () -> 0, (_, _) -> true)
                    .play(source, new Pace.Max(), 1);
            out.session.end(out.messages, Journals.receivedNs(out.messages));
            return out;
        }
    }

    /** {@return number of messages} */
    public long messages() {
        return messages;
    }

    /** The spreads of the books at the end, as lines SYMBOL,SPREAD, the widest first. */
    List<String> spreads() {
        final List<Spread> spreads = new ArrayList<>();
        for (int i = 1; i < books.books().instruments(); i++) {
            if (books.books().levels(i, BUY) > 0 && books.books().levels(i, SELL) > 0) {
                spreads.add(new Spread(books.instruments().symbol(i), BigDecimal.valueOf(
                        books.books().price(i, SELL, 0) - books.books().price(i, BUY, 0), 4)));
            }
        }
        return spreads.stream().sorted(Comparator.comparing(Spread::width).reversed().thenComparing(Spread::symbol))
                .map(spread -> spread.symbol + "," + spread.width).toList();
    }

    /** The difference of the best prices of an instrument. */
    private record Spread(String symbol, BigDecimal width) {}

    @Override
    public int claim(final int length) {
        claimed = length;
        return 0;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return buffer;
    }

    @Override
    public long commit() {
        session.append(buffer, 0, claimed, new MutableHeader(ID, "test", "test").set(messages, 0),
                Journals.receivedNs(messages));
        books.apply(buffer, 0, claimed);
        return ++messages;
    }

    @Override
    public void abort() {
        throw new AssertionError("a feed aborts nothing");
    }

    @Override
    public Session session() {
        return new Session("md.itch", ID, "feed", 1, 0, "");
    }

    @Override
    public long position() {
        return 0;
    }
}
