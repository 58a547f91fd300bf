package io.verbus.tools.stat;

import io.verbus.internal.shm.BusDirectory;
import io.verbus.monitor.CounterKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The processes of a bus directory. The files of each are read once. */
final class Processes {
    private final BusDirectory directory;
    private final long nowNs;
    private final Map<Long, ProcessCounters> counters = new HashMap<>();
    private final Map<Long, ProcessStat> processes = new HashMap<>();
    private final List<String> unreadable = new ArrayList<>();

    Processes(final BusDirectory directory, final long nowNs) {
        this.directory = directory;
        this.nowNs = nowNs;
    }

    List<Long> ids() {
        return directory.processes();
    }

    /** The counters of a process; none if it has ended in order. */
    ProcessCounters counters(final long process) {
        return counters.computeIfAbsent(process, id -> readable(directory.counters(id)));
    }

    /** A process that names no group in a directory with one keeps its file to itself. */
    private ProcessCounters readable(final Path path) {
        if (Files.exists(path) && !Files.isReadable(path)) {
            unreadable.add("no permission to open " + path + ": it belongs to another user");
            return ProcessCounters.none();
        }
        return ProcessCounters.read(path);
    }

    /** Why counters could not be read, one sentence each. */
    List<String> unreadable() {
        return unreadable;
    }

    /** The state of a process. */
    ProcessStat of(final long process) {
        return processes.computeIfAbsent(process, this::read);
    }

    private ProcessStat read(final long process) {
        final ProcessCounters own = counters(process);
        final boolean alive = directory.isAlive(process);
        final long heartbeatNs = own.ofProcess(CounterKind.CONDUCTOR_HEARTBEAT_NS);
        return new ProcessStat(process, own.pid(), alive, alive ? started(own.pid()) : null,
                heartbeatNs == 0 ? ProcessStat.UNKNOWN : Math.max(0, nowNs - heartbeatNs),
                own.ofProcess(CounterKind.CONDUCTOR_MAX_CYCLE_NS), own.ofProcess(CounterKind.ERRORS),
                Stream.concat(own.all(CounterKind.APPLICATION_COUNTER), own.all(CounterKind.APPLICATION_GAUGE))
                        .toList());
    }

    private static Instant started(final long pid) {
        return ProcessHandle.of(pid).flatMap(one -> one.info().startInstant()).orElse(null);
    }
}
