package io.verbus.tools.perf;

import io.verbus.latency.perf.FanoutPart;
import io.verbus.latency.perf.Findings;
import io.verbus.latency.perf.LatencyPart;
import io.verbus.latency.perf.RatePart;
import io.verbus.latency.perf.Setup;
import io.verbus.latency.perf.SteadyPart;
import java.util.function.Function;

/** What can be measured, in this order. */
enum Part {
    LATENCY("latency: round trips, one message under way", setup -> new LatencyPart(setup).run()),

    RATE("rate: one way, as fast as it goes", setup -> new RatePart(setup).run()),

    FANOUT("fan-out: one publication, many images", setup -> new FanoutPart(setup).run()),

    STEADY("steady state: allocation and system calls", setup -> new SteadyPart(setup).run());

    private final String title;
    private final Function<Setup, Findings> measurement;

    Part(final String title, final Function<Setup, Findings> measurement) {
        this.title = title;
        this.measurement = measurement;
    }

    String title() {
        return title;
    }

    Findings measure(final Setup setup) {
        return measurement.apply(setup);
    }
}
