package io.verbus.latency.bench;

import io.verbus.matching.BookEvents;
import io.verbus.matching.Engine;
import io.verbus.matching.EngineCapacity;
import io.verbus.matching.Limit;
import io.verbus.matching.SelfTrade;
import io.verbus.matching.Terms;
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

/** The matching engine: an input of {@link MatchingFlow} with 100,000 resting orders, without limits and with all. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 12)
@Measurement(iterations = 12)
public class MatchingBenchmark {
    static final int RESTING = 100_000;
    static final int INPUTS = 500_000;

    private static final int SEATS = 16;
    private static final int INSTRUMENT = 1;
    private static final long FAR = 1L << 60;

    /** Whether each seat has all limits, far away, with self-trade prevention. */
    @Param({"false", "true"})
    boolean limits;

    private final MatchingFlow flow = new MatchingFlow(RESTING, INPUTS);
    final TradeCounter trades = new TradeCounter();
    Engine engine;

    /** For JMH. */
    public MatchingBenchmark() {
    }

    /** Fills a new engine. */
    @Setup(Level.Invocation)
    public void fill() {
        engine = new Engine(EngineCapacity.DEFAULT, 0x5EED, trades, BookEvents.IGNORED);
        engine.defineInstrument(INSTRUMENT, 1, 1, 100_000);
        if (limits) {
            engine.setCollar(INSTRUMENT, 500_000);
            for (int seat = 0; seat < SEATS; seat++) {
                limit(seat);
            }
        }
        for (int i = 0; i < RESTING; i++) {
            input(i);
        }
    }

    private void limit(final int seat) {
        for (final Limit limit : Limit.values()) {
            engine.setLimit(seat, limit, FAR);
        }
        engine.setRate(seat, Engine.MAX_RATE, Engine.MAX_RATE);
        engine.setSelfTrade(seat, SelfTrade.RESTING);
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
            input(i);
        }
        return trades.count();
    }

    private void input(final int i) {
        switch (flow.kinds[i]) {
            case MatchingFlow.NEW -> engine.newOrder(i, flow.seats[i], flow.clientIds[i], INSTRUMENT,
                    flow.sides[i] | Terms.DAY, flow.quantities[i], flow.prices[i]);
            case MatchingFlow.CANCEL -> engine.cancel(i, flow.seats[i], flow.clientIds[i]);
            case MatchingFlow.REPLACE -> engine.replace(i, flow.seats[i], flow.clientIds[i], flow.newClientIds[i],
                    flow.quantities[i], flow.prices[i]);
            default -> engine.newOrder(i, flow.seats[i], flow.clientIds[i], INSTRUMENT, flow.sides[i] | Terms.IOC,
                    flow.quantities[i], flow.prices[i]);
        }
    }
}
