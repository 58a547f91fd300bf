package io.verbus.latency.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private final List<String> order = new ArrayList<>();
    private double slowdown = 1;

    @Test
    void shouldTakeTurnsInAnOrderThatAlternates() {
        Rounds.of(List.of(contender("a", 1), contender("b", 2), contender("c", 3)), 3);
        assertEquals(List.of("a", "b", "c", "c", "b", "a", "a", "b", "c"), order);
    }

    @Test
    void shouldCompareWhatWasMeasuredInTheSameRound() {
        final Rounds<Double> rounds = Rounds.of(List.of(contender("a", 3), contender("b", 2), drift()), 4);
        // The machine is slower in each round: medians of figures tell nothing, those of ratios do.
        assertEquals(new Spread(1.5, 1.5, 1.5), rounds.ratio("a", "b", figure -> figure));
        assertEquals(new Spread(3, 12, 48), rounds.of("a", figure -> figure));
    }

    @Test
    void shouldMakeARowOfEachRoundAndOneOfMedians() {
        final Rounds<Double> rounds = Rounds.of(List.of(contender("a", 3), drift()), 3);
        assertEquals(List.of(List.of("1", "3.0", "0.0"), List.of("2", "12.0", "0.0"), List.of("3", "12.0", "0.0"),
                List.of("median", "12.0", "0.0")), rounds.rows(List.of(figure -> figure), Double::toString));
    }

    private Contender<Double> contender(final String name, final double figure) {
        return new Contender<>(name, () -> {
            order.add(name);
            return figure * slowdown;
        });
    }

    private Contender<Double> drift() {
        return new Contender<>("drift", () -> {
            slowdown *= 2;
            return 0.0;
        });
    }
}
