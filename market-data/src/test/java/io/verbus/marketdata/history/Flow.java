package io.verbus.marketdata.history;

import io.verbus.codec.marketdata.AuctionEncoder;
import io.verbus.codec.marketdata.AuctionKind;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.InstrumentStateEncoder;
import io.verbus.codec.marketdata.MarketEventEncoder;
import io.verbus.codec.marketdata.MarketStep;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.PriceLevelDeletedEncoder;
import io.verbus.codec.marketdata.PriceLevelSetEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.codec.marketdata.TradeEncoder;
import io.verbus.codec.marketdata.TradingState;
import io.verbus.codec.marketdata.TradingStatusEncoder;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.LevelBooks;
import io.verbus.marketdata.book.MarketStates;
import io.verbus.marketdata.book.RestingOrders;
import io.verbus.marketdata.generator.ItchGenerator;
import io.verbus.marketdata.generator.SessionShape;
import io.verbus.marketdata.itch.ItchNormaliser;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The messages of a generated day, as a feed publishes them, and between them announcements, states of books, and price
 * levels in instruments above all others.
 */
final class Flow {
    /** One in so many messages is not of the generated day. */
    private static final int OTHERS = 12;
    private static final int INSTRUMENTS = 70;
    private static final int LEVELS_FROM = 1_000;
    private static final int PRICES = 6;

    private final List<UnsafeBuffer> messages = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(1);
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();

    /** Generates a day; the same shape gives the same messages. */
    Flow(final SessionShape shape) {
        final ItchNormaliser normaliser = new ItchNormaliser(0);
        ItchGenerator.generate(shape, (buffer, offset, length) -> {
            final UnsafeBuffer message = new UnsafeBuffer(
                    new byte[ItchNormaliser.length(buffer, offset)]);
            normaliser.normalise(buffer, offset, message, 0);
            messages.add(message);
            if (random.nextInt(OTHERS) == 0) {
                addOther();
            }
        });
    }

    private void addOther() {
        buffer.setMemory(0, buffer.capacity(), (byte) 0);
        final int instrument = 1 + random.nextInt(INSTRUMENTS);
        final int byLevel = LEVELS_FROM + random.nextInt(2);
        final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
        switch (random.nextInt(12)) {
            case 0 -> add(new MarketEventEncoder().wrapAndApplyHeader(buffer, 0, header)
                    .step(MarketStep.values()[random.nextInt(MarketStep.values().length - 1)]).encodedLength());
            case 1, 2, 3 -> add(new TradingStatusEncoder().wrapAndApplyHeader(buffer, 0, header)
                    .instrumentId(random.nextInt(10) == 0 ? 0 : instrument)
                    .state(TradingState.values()[random.nextInt(TradingState.values().length - 1)]).encodedLength());
            case 4, 5 -> add(new AuctionEncoder().wrapAndApplyHeader(buffer, 0, header).instrumentId(instrument)
                    .kind(AuctionKind.OPENING).nearPrice(random.nextInt(PRICES)).pairedQuantity(random.nextInt(100))
                    .encodedLength());
            case 6, 7 -> {
                final TradeEncoder trade = new TradeEncoder().wrapAndApplyHeader(buffer, 0, header)
                        .instrumentId(instrument);
                trade.conditions().auctionOpen(random.nextInt(3) > 0);
                add(trade.encodedLength());
            }
            case 8 -> {
                final boolean isOfAll = random.nextInt(20) == 0;
                add(new InstrumentStateEncoder().wrapAndApplyHeader(buffer, 0, header)
                        .instrumentId(isOfAll ? 0 : instrument)
                        .action(random.nextBoolean() ? InstrumentAction.SUSPECT : InstrumentAction.SOUND)
                        .encodedLength());
            }
            case 9 -> {
                final PriceLevelDeletedEncoder level = new PriceLevelDeletedEncoder().wrapAndApplyHeader(buffer, 0,
                        header).instrumentId(byLevel).side(side).price(random.nextInt(PRICES));
                level.flags().endOfEvent(random.nextBoolean());
                add(level.encodedLength());
            }
            default -> {
                final PriceLevelSetEncoder level = new PriceLevelSetEncoder().wrapAndApplyHeader(buffer, 0, header)
                        .instrumentId(byLevel).side(side).price(random.nextInt(PRICES))
                        .quantity(1 + random.nextInt(100)).orders(random.nextInt(3));
                level.flags().endOfEvent(random.nextBoolean());
                add(level.encodedLength());
            }
        }
    }

    private void add(final int bodyLength) {
        final byte[] message = new byte[MessageHeaderEncoder.ENCODED_LENGTH + bodyLength];
        buffer.getBytes(0, message);
        messages.add(new UnsafeBuffer(message));
    }

    List<UnsafeBuffer> messages() {
        return messages;
    }

    /** The books after all messages. */
    BookUpdater books() {
        return books(messages.size());
    }

    /** The books after a number of messages. */
    BookUpdater books(final int count) {
        final BookUpdater updater = new BookUpdater(new Books(8));
        messages.subList(0, count).forEach(message -> updater.apply(message, 0, message.capacity()));
        return updater;
    }

    /**
     * All resting orders, levels, states and refusal counts. Two updaters with equal results behave the same on all
     * further messages.
     */
    static TreeSet<String> lines(final BookUpdater updater) {
        final Books books = updater.books();
        final RestingOrders orders = new RestingOrders();
        orders.copy(books);
        final TreeSet<String> lines = new TreeSet<>();
        for (int i = 0; i < orders.size(); i++) {
            lines.add(orders.reference(i) + " of " + orders.instrument(i) + " side " + orders.side(i) + " at "
                    + orders.price(i) + ": " + orders.shares(i));
        }
        lines.add("levels " + books.priceLevels() + " unknown " + books.refusals().unknownReference() + " duplicate "
                + books.refusals().duplicateReference() + " surplus " + books.refusals().moreThanResting());
        for (int instrument = LEVELS_FROM; instrument < LEVELS_FROM + 2; instrument++) {
            for (int side = 0; side < 2; side++) {
                addLevels(updater.levelBooks(), instrument, side, lines);
            }
        }
        final MarketStates states = updater.states();
        lines.add("step " + states.step() + " others " + books.isSuspect(LEVELS_FROM - 1) + " "
                + states.state(LEVELS_FROM - 1));
        for (int instrument = 0; instrument < INSTRUMENTS; instrument++) {
            lines.add("instrument " + instrument + " " + updater.instruments().symbol(instrument) + " "
                    + states.state(instrument) + " " + states.auction(instrument) + " at "
                    + states.auctionPrice(instrument) + ": " + states.auctionQuantity(instrument) + " "
                    + books.isSuspect(instrument) + updater.levelBooks().isSuspect(instrument));
        }
        return lines;
    }

    private static void addLevels(final LevelBooks books, final int instrument, final int side,
            final TreeSet<String> lines) {
        for (int depth = 0; depth < books.levels(instrument, side); depth++) {
            lines.add("level " + depth + " of " + instrument + " side " + side + " at "
                    + books.price(instrument, side, depth) + ": " + books.shares(instrument, side, depth) + ", "
                    + books.orders(instrument, side, depth) + " inside " + books.isInsideEvent(instrument));
        }
    }
}
