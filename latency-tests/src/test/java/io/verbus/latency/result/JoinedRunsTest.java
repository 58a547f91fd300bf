package io.verbus.latency.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JoinedRunsTest {
    private static Results run(final String cpu, final String command, final int rounds, final String... subjects) {
        return new Results(new Environment("2026-01-02T03:04:05Z", "0.1.0",
                Map.of("CPU", cpu, Environment.LOAD_AVERAGE, "0." + rounds)),
                new Settings(command, List.of(0, 1), rounds, Map.of()),
                List.of(subjects).stream().map(name -> new MeasuredSubject(name, name, List.of(), null)).toList(),
                List.of(new Skipped("RDMA", "there is no device")),
                List.of(subjects).stream().map(name -> series(name, rounds)).toList());
    }

    private static Series series(final String subject, final int round) {
        return new Series(new MeasuredPoint(subject, MeasuredPoint.THROUGHPUT, 32, null, 1, null, round, "far", 575.0),
                new Counts(7, 0, 1e6), Latency.NONE, new Cost(null, null, null, null), Cores.NONE, Pauses.NONE);
    }

    @Test
    void runsOfOneMachineAreOne() {
        final List<Results> joined = JoinedRuns.of(List.of(run("a", "./bus perf", 5, "verbus-shm", "tcp"),
                run("b", "./bus perf --transport rdma", 3, "verbus-rdma"),
                run("a", "./bus perf --modes fan-out", 2, "verbus-shm", "aeron-ipc")));
        assertEquals(2, joined.size());
        final Results here = joined.getFirst();
        assertEquals("./bus perf; ./bus perf --modes fan-out", here.settings().command());
        assertEquals(5, here.settings().rounds());
        assertEquals(List.of("verbus-shm", "tcp", "aeron-ipc"),
                here.subjects().stream().map(MeasuredSubject::name).toList());
        assertEquals(1, here.skipped().size());
        assertEquals(List.of(5, 5, 7, 7), here.series().stream().map(one -> one.point().round()).toList());
        assertEquals(run("b", "./bus perf --transport rdma", 3, "verbus-rdma"), joined.getLast());
    }

    @Test
    void oneRunIsItself() {
        final Results run = run("a", "./bus perf", 1, "verbus-shm");
        assertEquals(List.of(run), JoinedRuns.of(List.of(run)));
    }
}
