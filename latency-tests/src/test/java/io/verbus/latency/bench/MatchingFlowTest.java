package io.verbus.latency.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The measured engines do the same with the flow. */
class MatchingFlowTest {
    @Test
    void allEnginesTradeAsOftenAsTheFlowSays() {
        final MatchingFlow flow = new MatchingFlow(MatchingBenchmark.RESTING, MatchingBenchmark.INPUTS);
        long trades = 0;
        for (final byte kind : flow.kinds) {
            trades += kind == MatchingFlow.TRADE ? 1 : 0;
        }
        assertEquals(0.06, trades / (double) MatchingBenchmark.INPUTS, 0.002);
        for (final boolean limits : new boolean[]{false, true}) {
            final MatchingBenchmark verbus = new MatchingBenchmark();
            verbus.limits = limits;
            verbus.fill();
            assertEquals(trades, verbus.input());
            assertEquals(0, verbus.trades.refused());
            assertEquals(MatchingBenchmark.RESTING, verbus.engine.restingOrders(), 5_000);
        }
        for (final String product : new String[]{"exchange-core", "parity-match"}) {
            final OtherOrderBooksBenchmark other = new OtherOrderBooksBenchmark();
            other.product = product;
            other.fill();
            assertEquals(trades, other.input(), product);
        }
    }
}
