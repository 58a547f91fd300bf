package io.verbus.latency.perf;

import io.verbus.latency.jobs.PerfWorker;
import io.verbus.latency.worker.Line;
import io.verbus.latency.worker.Team;
import java.nio.file.Path;
import java.util.List;

/** Teams that have the jobs of the bus. */
final class Crew {
    private Crew() {
    }

    /** Starts them all, and waits until each is ready. Their bus directory is a new folder of this name. */
    static Team start(final Path parent, final String name, final List<Line> jobs) {
        return Team.open(parent, name).start(PerfWorker.class, List.of(), jobs);
    }
}
