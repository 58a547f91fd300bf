package io.verbus.tools.perf;

import io.verbus.latency.compare.ComparisonPlan;
import io.verbus.latency.inspect.ConductorPart;
import io.verbus.latency.inspect.FanoutPart;
import io.verbus.latency.inspect.Findings;
import io.verbus.latency.inspect.SteadyPart;
import java.util.function.Function;

/** The parts of {@code ./bus perf --only}, in the order of their measurement. */
enum PerfPart {
    FANOUT("fan-out: one publication, many images", FanoutPart::measure),

    STEADY("steady state: allocation and system calls", SteadyPart::measure),

    CONDUCTOR("conductor: CPU time of a calm duty cycle", ConductorPart::measure);

    private final String title;
    private final Function<ComparisonPlan, Findings> measurement;

    PerfPart(final String title, final Function<ComparisonPlan, Findings> measurement) {
        this.title = title;
        this.measurement = measurement;
    }

    String title() {
        return title;
    }

    Findings measure(final ComparisonPlan plan) {
        return measurement.apply(plan);
    }
}
