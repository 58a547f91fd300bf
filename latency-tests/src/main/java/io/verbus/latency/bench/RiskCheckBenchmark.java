package io.verbus.latency.bench;

import io.verbus.matching.BookEvents;
import io.verbus.matching.Engine;
import io.verbus.matching.EngineCapacity;
import io.verbus.matching.Limit;
import io.verbus.matching.Terms;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** The risk checks: the difference of an order that is refused after all of them, and one that is refused before. */
public class RiskCheckBenchmark extends CallBenchmark {
    private static final int SEATS = 16;
    private static final int INSTRUMENT = 1;
    private static final long PRICE = 100_000;
    private static final long FAR = 1L << 60;

    private final TradeCounter trades = new TradeCounter();
    private final Engine engine = new Engine(EngineCapacity.DEFAULT, 0x5EED, trades, BookEvents.IGNORED);
    private long nowNs;

    /** For JMH. */
    public RiskCheckBenchmark() {
    }

    /** Gives each seat a resting order and all limits, far away. */
    @Setup
    public void fill() {
        engine.defineInstrument(INSTRUMENT, 1, 1, PRICE);
        engine.setCollar(INSTRUMENT, 500_000);
        for (int seat = 0; seat < SEATS; seat++) {
            for (final Limit limit : Limit.values()) {
                engine.setLimit(seat, limit, FAR);
            }
            engine.setRate(seat, Engine.MAX_RATE, Engine.MAX_RATE);
            engine.newOrder(0, seat, 0, INSTRUMENT, Terms.SELL, 10, PRICE);
        }
    }

    /**
     * An order with a wrong price: rate, id and sizes are checked.
     *
     * @return refused orders so far
     */
    @Benchmark
    public long refusedBeforeRiskChecks() {
        nowNs += 100;
        engine.newOrder(nowNs, (int) (nowNs / 100 % SEATS), 1, INSTRUMENT, Terms.BUY | Terms.POST_ONLY, 10, -1);
        return trades.refused();
    }

    /**
     * A post-only order that would trade: all checks but the capacity.
     *
     * @return refused orders so far
     */
    @Benchmark
    public long refusedAfterRiskChecks() {
        nowNs += 100;
        engine.newOrder(nowNs, (int) (nowNs / 100 % SEATS), 1, INSTRUMENT, Terms.BUY | Terms.POST_ONLY, 10, PRICE);
        return trades.refused();
    }
}
