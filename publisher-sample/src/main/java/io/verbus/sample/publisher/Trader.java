package io.verbus.sample.publisher;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.ShutdownLatch;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.orders.CancelCode;
import io.verbus.codec.orders.RejectCode;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.join.JoinSettings;
import io.verbus.marketdata.join.Joiner;
import io.verbus.marketdata.join.JoiningSubscription;
import io.verbus.matching.Terms;
import io.verbus.orders.MarketStreams;
import io.verbus.orders.SeatSecret;
import io.verbus.orders.seat.LocalRefusal;
import io.verbus.orders.seat.ReportDecoder;
import io.verbus.orders.seat.ReportListener;
import io.verbus.orders.seat.SeatSettings;
import io.verbus.orders.seat.TradingSeat;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Enters an order at the market "orders", and prints its reports until it has ended. Ctrl-C cancels it.
 *
 * <pre>./bus java io.verbus.sample.publisher.Trader ALICE alice.key XYZ sell 50 10.00</pre>
 */
final class Trader implements ReportListener {
    /** Prices of orders are in millionths. */
    private static final int DECIMALS = 6;
    private static final MarketStreams MARKET = new MarketStreams("orders");

    private final IdleStrategy idle = new BackoffIdleStrategy();
    /** A seat uses an id once; the reports of earlier runs, which come first, have others. */
    private final long id = System.currentTimeMillis();
    private boolean hasEnded;
    private boolean isRejected;

    static void main(final String... args) {
        if (args.length != 6 || !args[3].matches("buy|sell")) {
            System.err.println("usage: Trader SEAT SECRET-FILE SYMBOL buy|sell QUANTITY PRICE");
            System.exit(2);
        }
        try {
            final long quantity = number(args[4], 0);
            final long price = number(args[5], DECIMALS);
            final SeatSettings seat = SeatSettings.of(args[0], SeatSecret.read(Path.of(args[1])))
                    .withKeepAlive(Duration.ofSeconds(10));
            final Trader trader = new Trader();
            trader.trade(seat, args[2], args[3].equals("buy") ? Terms.BUY : Terms.SELL, quantity, price);
            System.exit(trader.isRejected ? 1 : 0);
        } catch (final BusException e) {
            System.err.println("trader: " + e.getMessage());
            System.exit(1);
        }
    }

    private static long number(final String text, final int decimals) {
        try {
            return new BigDecimal(text).movePointRight(decimals).longValueExact();
        } catch (final ArithmeticException | NumberFormatException e) {
            throw new BusException("'" + text + "' is not a number with at most " + decimals + " decimals", e);
        }
    }

    private void trade(final SeatSettings settings, final String symbol, final int side, final long quantity,
            final long price) {
        try (ShutdownLatch shutdown = ShutdownLatch.register(Duration.ofSeconds(10));
                Bus bus = Bus.launch();
                TradingSeat seat = new TradingSeat(bus, settings, System.err::println)) {
            seat.onReport(new ReportDecoder(this));
            final int instrument = find(bus, seat, symbol);
            long result = LocalRefusal.NOT_ESTABLISHED;
            while (TradingSeat.isForNow(result) && !shutdown.isRequested()) {
                idle.idle(seat.poll());
                result = seat.enter(id, instrument, side | Terms.DAY, quantity, price);
            }
            if (result < 0) {
                throw new BusException("the order was not sent: " + LocalRefusal.describe(result));
            }
            boolean isCancelled = false;
            while (!hasEnded && seat.notTaken() == 0) {
                if (shutdown.isRequested() && !isCancelled) {
                    isCancelled = !TradingSeat.isForNow(seat.cancel(id));
                }
                idle.idle(seat.poll());
            }
        }
    }

    /** The number of an instrument, from the market data; from a snapshot if its log has lost the instruments. */
    private int find(final Bus bus, final TradingSeat seat, final String symbol) {
        final BookUpdater updater = new BookUpdater(new Books(1_024));
        try (JoiningSubscription marketData = JoiningSubscription.of(bus,
                SubscriptionSettings.of(MARKET.md()).withStart(Start.oldest()), JoinSettings.defaults(), updater,
                new Joiner() {})) {
            int work = 1;
            while (work > 0 || !marketData.isJoined()) {
                work = marketData.poll((buffer, offset, length, frame) -> {
                    updater.apply(buffer, offset, length);
                    return Action.TAKEN;
                }, 512);
                idle.idle(work + seat.poll());
            }
        }
        final int instrument = updater.instruments().find(symbol);
        if (instrument < 0) {
            throw new BusException("market " + MARKET.market() + " has no instrument " + symbol);
        }
        return instrument;
    }

    @Override
    public void onAccepted(final long event, final long order, final long number) {
        report(order, "accepted", false);
    }

    @Override
    public void onRejected(final long event, final long order, final RejectCode code) {
        isRejected |= order == id;
        report(order, "rejected: " + code, true);
    }

    @Override
    public void onExecuted(final long event, final long order, final int instrument, final long quantity,
            final long price, final long trade, final boolean rested, final long open) {
        report(order, "executed " + quantity + " @ " + BigDecimal.valueOf(price, DECIMALS).stripTrailingZeros()
                .toPlainString() + ", open " + open, open == 0);
    }

    @Override
    public void onCancelled(final long event, final long order, final long quantity, final CancelCode code) {
        report(order, "cancelled " + quantity + ": " + code, true);
    }

    private void report(final long order, final String text, final boolean isLast) {
        if (order == id) {
            System.out.println(text);
            hasEnded |= isLast;
        }
    }
}
