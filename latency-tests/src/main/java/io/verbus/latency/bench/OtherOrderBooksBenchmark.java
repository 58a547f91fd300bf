package io.verbus.latency.bench;

import com.paritytrading.parity.match.OrderBook;
import com.paritytrading.parity.match.OrderBookListener;
import com.paritytrading.parity.match.Side;
import exchange.core2.collections.objpool.ObjectsPool;
import exchange.core2.core.common.CoreSymbolSpecification;
import exchange.core2.core.common.OrderAction;
import exchange.core2.core.common.OrderType;
import exchange.core2.core.common.SymbolType;
import exchange.core2.core.common.cmd.OrderCommand;
import exchange.core2.core.common.config.LoggingConfiguration;
import exchange.core2.core.orderbook.OrderBookDirectImpl;
import exchange.core2.core.orderbook.OrderBookEventsHelper;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The order books of other products with the inputs of {@link MatchingBenchmark}. They have neither risk checks nor
 * seats, nor client order ids of a day. exchange-core replaces by moving the order; parity-match has no replacement, so
 * that is a cancel and a new order.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 12)
@Measurement(iterations = 12)
public class OtherOrderBooksBenchmark {
    private static final int RESTING = MatchingBenchmark.RESTING;
    private static final int INPUTS = MatchingBenchmark.INPUTS;

    /** The product. */
    @Param({"exchange-core", "parity-match"})
    String product;

    private final MatchingFlow flow = new MatchingFlow(RESTING, INPUTS);
    private Taker taker;

    /** Takes an input of the flow. */
    private interface Taker {
        void take(MatchingFlow flow, int i);

        long trades();
    }

    /** For JMH. */
    public OtherOrderBooksBenchmark() {
    }

    /** Fills a new book. */
    @Setup(Level.Invocation)
    public void fill() {
        taker = product.equals("exchange-core") ? new ExchangeCore() : new Parity();
        for (int i = 0; i < RESTING; i++) {
            taker.take(flow, i);
        }
    }

    /**
     * All inputs of the steady flow.
     *
     * @return trades so far
     */
    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public long input() {
        for (int i = RESTING; i < flow.length(); i++) {
            taker.take(flow, i);
        }
        return taker.trades();
    }

    private static final class ExchangeCore implements Taker {
        private final OrderBookDirectImpl book = new OrderBookDirectImpl(
                CoreSymbolSpecification.builder().symbolId(1).type(SymbolType.CURRENCY_EXCHANGE_PAIR).baseCurrency(1)
                        .quoteCurrency(2).baseScaleK(1).quoteScaleK(1).build(),
                ObjectsPool.createDefaultTestPool(), OrderBookEventsHelper.NON_POOLED_EVENTS_HELPER,
                LoggingConfiguration.DEFAULT);
        private final OrderCommand command = OrderCommand.cancel(0, 0);
        private long trades;

        @Override
        public void take(final MatchingFlow flow, final int i) {
            command.orderId = flow.origins[i];
            command.uid = flow.seats[i];
            command.price = flow.prices[i];
            command.size = flow.quantities[i];
            command.action = flow.sides[i] == 0 ? OrderAction.BID : OrderAction.ASK;
            command.reserveBidPrice = command.price;
            command.matcherEvent = null;
            switch (flow.kinds[i]) {
                case MatchingFlow.NEW -> {
                    command.orderType = OrderType.GTC;
                    book.newOrder(command);
                }
                case MatchingFlow.CANCEL -> book.cancelOrder(command);
                case MatchingFlow.REPLACE -> book.moveOrder(command);
                default -> {
                    command.orderType = OrderType.IOC;
                    book.newOrder(command);
                    trades += command.matcherEvent == null ? 0 : 1;
                }
            }
        }

        @Override
        public long trades() {
            return trades;
        }
    }

    private static final class Parity implements Taker, OrderBookListener {
        private final OrderBook book = new OrderBook(this);
        private long trades;

        @Override
        public void take(final MatchingFlow flow, final int i) {
            final Side side = flow.sides[i] == 0 ? Side.BUY : Side.SELL;
            switch (flow.kinds[i]) {
                case MatchingFlow.CANCEL -> book.cancel(flow.ids[i], 0);
                case MatchingFlow.REPLACE -> {
                    book.cancel(flow.ids[i], 0);
                    book.enter(flow.newIds[i], side, flow.prices[i], flow.quantities[i]);
                }
                default -> book.enter(flow.ids[i], side, flow.prices[i], flow.quantities[i]);
            }
        }

        @Override
        public long trades() {
            return trades;
        }

        @Override
        public void match(final long restingOrderId, final long incomingOrderId, final Side incomingSide,
                final long price, final long executedQuantity, final long remainingQuantity) {
            trades++;
        }

        @Override
        public void add(final long orderId, final Side side, final long price, final long size) {
        }

        @Override
        public void cancel(final long orderId, final long canceledQuantity, final long remainingQuantity) {
        }
    }
}
