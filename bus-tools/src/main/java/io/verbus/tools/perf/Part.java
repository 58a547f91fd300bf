package io.verbus.tools.perf;

import io.verbus.latency.compare.Plan;
import io.verbus.latency.inspect.ConductorPart;
import io.verbus.latency.inspect.FanoutPart;
import io.verbus.latency.inspect.Findings;
import io.verbus.latency.inspect.SteadyPart;
import java.util.function.Function;

/** The parts of {@code ./bus perf --only}, in the order of their measurement. */
enum Part {
    FANOUT("fan-out: one publication, many images", FanoutPart::measure),

    STEADY("steady state: allocation and system calls", SteadyPart::measure),

    CONDUCTOR("conductor: CPU time of a calm duty cycle", ConductorPart::measure);

    private final String title;
    private final Function<Plan, Findings> measurement;

    Part(final String title, final Function<Plan, Findings> measurement) {
        this.title = title;
        this.measurement = measurement;
    }

    String title() {
        return title;
    }

    Findings measure(final Plan plan) {
        return measurement.apply(plan);
    }
}
