package io.verbus.tools.doctor;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** The cores on which threads spin. */
final class CoresProbe implements Probe {
    private static final String CPU = "sys/devices/system/cpu/";
    /** A deeper idle state takes longer to leave than a message takes to arrive. */
    private static final int LONGEST_WAKE_UP_US = 10;
    /** Index of the scheduling policy after the name in {@code /proc/self/stat}, and its values. */
    private static final int POLICY = 38;
    private static final Map<String, String> REAL_TIME = Map.of("1", "SCHED_FIFO", "2", "SCHED_RR");

    @Override
    public List<Finding> findings(final HostFiles host) {
        final List<Finding> findings = new ArrayList<>();
        final BitSet allowed = allowed(host);
        findings.add(allowed(allowed));
        findings.add(isolated(host, allowed));
        findings.add(ticks(host));
        findings.add(siblings(host));
        findings.add(governor(host));
        findings.add(idleStates(host));
        findings.add(realTime(host));
        return findings;
    }

    /** The processors on which this process may run. */
    static BitSet allowed(final HostFiles host) {
        return CpuList.parse(host.value("proc/self/status", "Cpus_allowed_list").orElse(""));
    }

    private static Finding allowed(final BitSet allowed) {
        if (allowed.isEmpty()) {
            return Finding.unknown("cores", "2 or more", "Each spinning thread occupies a core.", "nproc");
        }
        final String found = allowed.cardinality() + " (" + CpuList.text(allowed) + ")";
        return allowed.cardinality() >= 2
                ? Finding.ok("cores", found)
                : Finding.needed("cores", found, "2 or more",
                        "Publisher and subscriber take turns on one core, for milliseconds each.",
                        "give the process more cores (taskset, cpuset), or use --idle sleep");
    }

    private static Finding isolated(final HostFiles host, final BitSet allowed) {
        final String list = host.first(CPU + "isolated").orElse("");
        if (!list.isEmpty()) {
            return Finding.ok("isolated cores", list);
        }
        final String last = allowed.length() < 3 ? "LIST" : allowed.length() / 2 + "-" + (allowed.length() - 1);
        return Finding.advised("isolated cores", "none", "one for each spinning thread",
                "The scheduler runs other tasks on the core of a spinning thread.",
                "add isolcpus=" + last + " nohz_full=" + last + " rcu_nocbs=" + last + " to the kernel's command line");
    }

    private static Finding ticks(final HostFiles host) {
        final String list = host.first(CPU + "nohz_full").filter(text -> !text.equals("(null)")).orElse("");
        return list.isEmpty()
                ? Finding.advised("cores without timer ticks", "none", "the isolated cores",
                        "The timer interrupts a spinning thread 100 to 1,000 times a second.",
                        "see isolated cores (the kernel needs CONFIG_NO_HZ_FULL)")
                : Finding.ok("cores without timer ticks", list);
    }

    private static Finding siblings(final HostFiles host) {
        final String control = host.first(CPU + "smt/control").orElse("notsupported");
        return control.equals("on")
                ? Finding.advised("hyper-threads", "on", "off, or one spinning thread per physical core",
                        "Two hyper-threads share the execution units of one core.",
                        "echo off | sudo tee /" + CPU + "smt/control")
                : Finding.ok("hyper-threads", control);
    }

    private static Finding governor(final HostFiles host) {
        final List<String> governors = host.names(CPU).stream()
                .map(cpu -> host.first(CPU + cpu + "/cpufreq/scaling_governor").orElse("")).filter(g -> !g.isEmpty())
                .distinct().toList();
        final String command = "sudo cpupower frequency-set -g performance";
        if (governors.isEmpty()) {
            return Finding.unknown("frequency governor", "performance, set on the host of this virtual machine",
                    "A core that lowers its frequency needs microseconds to raise it.", command);
        }
        return governors.equals(List.of("performance"))
                ? Finding.ok("frequency governor", "performance")
                : Finding.advised("frequency governor", String.join(", ", governors), "performance",
                        "A core that lowers its frequency needs microseconds to raise it.", command);
    }

    private static Finding idleStates(final HostFiles host) {
        final String states = CPU + "cpu0/cpuidle/";
        int slowest = -1;
        for (final String state : host.names(states)) {
            if (host.first(states + state + "/disable").orElse("0").equals("0")) {
                slowest = Math.max(slowest, microseconds(host, states + state + "/latency"));
            }
        }
        if (slowest < 0) {
            return Finding.unknown("idle states", "a wake-up within " + LONGEST_WAKE_UP_US + " us",
                    "A core that left a deep idle state is late for its first message.", "sudo cpupower idle-info");
        }
        return slowest <= LONGEST_WAKE_UP_US
                ? Finding.ok("idle states", "a wake-up takes " + slowest + " us at most")
                : Finding.advised("idle states", "a wake-up takes up to " + slowest + " us",
                        LONGEST_WAKE_UP_US + " us at most",
                        "A core that left a deep idle state is late for its first message.",
                        "sudo cpupower idle-set -D " + LONGEST_WAKE_UP_US);
    }

    /** The policy of this process, which those that are started in the same way have, too. */
    private static Finding realTime(final HostFiles host) {
        final String[] stat = host.first("proc/self/stat").orElse("").replaceFirst("^.*\\) ", "").split(" ");
        final String policy = stat.length > POLICY ? REAL_TIME.get(stat[POLICY]) : null;
        final String throttle = throttle(host);
        if (policy == null) {
            return Finding.ok("real-time scheduling", "not used (a spinning thread would stand still " + throttle
                    + ")");
        }
        return Finding.advised("real-time scheduling", policy + ": a spinning thread stands still " + throttle,
                "none for threads that spin, but isolated cores",
                "The kernel keeps a part of each period for other tasks (kernel.sched_rt_runtime_us; from Linux 6.12 on"
                        + " the fair server, if such a task waits).",
                "start the processes without chrt, or with chrt --other 0; see isolated cores");
    }

    /** For how long the kernel stops a thread with a real-time policy that does not give up its core. */
    private static String throttle(final HostFiles host) {
        final int runtime = microseconds(host, "proc/sys/kernel/sched_rt_runtime_us");
        final int period = microseconds(host, "proc/sys/kernel/sched_rt_period_us");
        return runtime < 0 || period < runtime
                ? "when other tasks wait"
                : "for up to " + (period - runtime) / 1_000 + " ms of each " + period / 1_000;
    }

    private static int microseconds(final HostFiles host, final String file) {
        try {
            return Integer.parseInt(host.first(file).orElse(""));
        } catch (final NumberFormatException e) {
            return -1;
        }
    }
}
