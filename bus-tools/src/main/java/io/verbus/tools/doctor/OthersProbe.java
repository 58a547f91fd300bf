package io.verbus.tools.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What else has the processors: other tasks, the kernel's threads that manage memory, the hypervisor. */
final class OthersProbe implements Probe {
    /** More and a percentile of 99.9 is theirs. */
    private static final double SHARE = 0.001;
    /** Percent of a minute in which a task waited for a core. */
    private static final double MOST_WAITED = 10;
    /** Parent of the kernel's threads. */
    private static final String KTHREADD = "2";
    /** Indices after the name in {@code /proc/PID/stat}, see proc(5). */
    private static final int PARENT = 1;
    private static final int USER_TICKS = 11;
    private static final int KERNEL_TICKS = 12;
    private static final int START_TICKS = 19;
    /** USER_HZ of all supported architectures. */
    private static final double TICKS_PER_SECOND = 100;
    /** Index of the time that the hypervisor withheld, in the first line of {@code /proc/stat}. */
    private static final int STOLEN = 8;
    /** Beginnings of the names of threads, and how their work is reduced. */
    private static final Map<String, String> MEMORY_THREADS = Map.of(
            "kcompactd", "sudo sysctl vm.compaction_proactiveness=0",
            "kdamond", "for k in /sys/kernel/mm/damon/admin/kdamonds/*/state; do echo off | sudo tee $k; done",
            "khugepaged", "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled",
            "ksmd", "echo 0 | sudo tee /sys/kernel/mm/ksm/run",
            "kswapd", "free -m (then give the host more memory, or its programs less)");

    private record MemoryThread(String name, double share) {
        String text() {
            return String.format(Locale.ROOT, "%s %.1f %%", name, 100 * share);
        }

        String command() {
            return MEMORY_THREADS.entrySet().stream().filter(known -> name.startsWith(known.getKey()))
                    .map(Map.Entry::getValue).findFirst().orElseThrow();
        }
    }

    @Override
    public List<Finding> findings(final HostFiles host) {
        return List.of(load(host), memoryThreads(host), stolen(host));
    }

    private static Finding load(final HostFiles host) {
        final Optional<Double> waited = host.lines("proc/pressure/cpu").stream()
                .filter(line -> line.startsWith("some ")).flatMap(line -> Arrays.stream(line.split(" ")))
                .filter(word -> word.startsWith("avg60=")).map(word -> number(word.substring("avg60=".length())))
                .findFirst();
        final double tasks = number(host.first("proc/loadavg").orElse("").split(" ")[0]);
        final long cores = host.lines("proc/stat").stream().filter(line -> line.matches("cpu\\d.*")).count();
        final String wanted = "a core for each task that runs";
        final String reason = "A task that waits for a core takes the one of a spinning thread, for milliseconds.";
        final String command = "ps -eLo pcpu,psr,comm --sort=-pcpu | head (then end or move them)";
        if (waited.isEmpty() && (tasks < 0 || cores == 0)) {
            return Finding.unknown("load", wanted, reason, command);
        }
        final String found = waited.map(percent -> String.format(Locale.ROOT,
                "tasks waited for a core in %.0f %% of the last minute", percent))
                .orElseGet(() -> String.format(Locale.ROOT, "%.1f tasks on %d cores in the last minute", tasks, cores));
        return waited.map(percent -> percent <= MOST_WAITED).orElse(tasks <= cores)
                ? Finding.ok("load", found)
                : Finding.advised("load", found, wanted, reason, command);
    }

    /** The share of a core that each has had since it began. Threads of other programs are part of the load only. */
    private static Finding memoryThreads(final HostFiles host) {
        final String wanted = "at most 0.1 % of a core each";
        final String reason = "They run for milliseconds, also on the core of a spinning thread that is not isolated.";
        final double uptime = number(host.first("proc/uptime").orElse("").split(" ")[0]);
        if (uptime < 0 || !host.first("proc/" + KTHREADD + "/stat").orElse("").contains("(kthreadd)")) {
            return Finding.unknown("memory threads", wanted, reason,
                    "ps -eo comm,time | grep -E 'kcompactd|kdamond|khugepaged|ksmd|kswapd' (on the host)");
        }
        final List<MemoryThread> busy = new ArrayList<>();
        for (final String pid : host.names("proc")) {
            if (pid.matches("\\d+")) {
                memoryThread(host.first("proc/" + pid + "/stat").orElse(""), uptime)
                        .filter(thread -> thread.share() > SHARE).ifPresent(busy::add);
            }
        }
        return busy.isEmpty()
                ? Finding.ok("memory threads", wanted)
                : Finding.advised("memory threads",
                        busy.stream().map(MemoryThread::text).collect(Collectors.joining(", ")) + " of a core", wanted,
                        reason, busy.stream().map(MemoryThread::command).distinct().collect(Collectors.joining("; ")));
    }

    private static Optional<MemoryThread> memoryThread(final String stat, final double uptime) {
        final int end = stat.lastIndexOf(')');
        final String name = stat.substring(stat.indexOf('(') + 1, Math.max(end, stat.indexOf('(') + 1));
        final String[] fields = stat.substring(end + 1).strip().split(" ");
        if (fields.length <= START_TICKS || !fields[PARENT].equals(KTHREADD)
                || MEMORY_THREADS.keySet().stream().noneMatch(name::startsWith)) {
            return Optional.empty();
        }
        final double ran = number(fields[USER_TICKS]) + number(fields[KERNEL_TICKS]);
        final double existed = uptime * TICKS_PER_SECOND - number(fields[START_TICKS]);
        return Optional.of(new MemoryThread(name, ran / Math.max(TICKS_PER_SECOND, existed)));
    }

    private static Finding stolen(final HostFiles host) {
        final String[] all = host.first("proc/stat").orElse("").split("\\s+");
        final String wanted = "none";
        final String reason = "The hypervisor gives the core of a spinning thread to other guests.";
        final String command = "ask for dedicated cores of the hypervisor's host";
        final double total = Arrays.stream(all).limit(STOLEN + 1).skip(1).mapToDouble(OthersProbe::number).sum();
        if (all.length <= STOLEN || total <= 0) {
            return Finding.unknown("stolen time", wanted, reason, "vmstat 1 (column st)");
        }
        final double share = number(all[STOLEN]) / total;
        final String found = String.format(Locale.ROOT, "%.2f %% since the start of the machine", 100 * share);
        return share <= SHARE
                ? Finding.ok("stolen time", found)
                : Finding.advised("stolen time", found, wanted, reason, command);
    }

    /** A number of the kernel, or -1. */
    private static double number(final String text) {
        try {
            return Double.parseDouble(text);
        } catch (final NumberFormatException e) {
            return -1;
        }
    }
}
