package io.verbus.tools.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Files of a host on which every setting is right: 8 cores, a ConnectX card, no container. */
final class FakeHost {
    private static final String CPU = "sys/devices/system/cpu/";
    private static final String PORT = RdmaPort.CLASS + "mlx5_0/ports/1/";

    /** The bound of the kernel; empty if nothing synchronises the clock. */
    Optional<Duration> utcError = Optional.of(Duration.ofMillis(3));
    private final Path root;

    FakeHost(final Path root) {
        this.root = root;
        write("proc/self/status", "Uid:\t1000\t1000\t1000\t1000\nCapEff:\t0000000000000000\nCpus_allowed_list:\t0-7");
        write("proc/self/stat", stat(0));
        write("proc/self/limits", "Max locked memory         unlimited            unlimited            bytes");
        write("proc/self/cgroup", "0::/user.slice/session-1.scope");
        write("proc/sys/kernel/sched_rt_runtime_us", "950000");
        write("proc/sys/kernel/sched_rt_period_us", "1000000");
        write("proc/pressure/cpu", "some avg10=99.00 avg60=9.00 avg300=0.00 total=1\nfull avg10=0.00 avg60=0.00");
        write("proc/loadavg", "7.90 3.00 1.00 3/100 42");
        write("proc/uptime", "1000.50 7000.00");
        write("proc/stat", "cpu  500 0 100 99300 0 0 0 99 0 0\n" + "cpu0 1 2\n".repeat(8) + "ctxt 1");
        write("proc/2/stat", thread("kthreadd", 0, 9_999));
        write("proc/40/stat", thread("kcompactd0", 2, 99));
        write("proc/41/stat", thread("kworker/0:1", 2, 99_999));
        write("proc/43/stat", thread("ksmd", 42, 99_999)); // not a thread of the kernel
        write("proc/swaps", "Filename\tType\tSize\tUsed\tPriority");
        write("proc/meminfo", "HugePages_Total:     256\nHugepagesize:       2048 kB");
        write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
        write(CPU + "isolated", "4-7");
        write(CPU + "nohz_full", "4-7");
        write(CPU + "smt/control", "off");
        write(CPU + "cpu0/cpufreq/scaling_governor", "performance");
        write(CPU + "cpu0/cpuidle/state0/latency", "0");
        write(CPU + "cpu0/cpuidle/state1/latency", "2");
        write("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc");
        write("sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc hpet acpi_pm");
        write("sys/class/ptp/ptp0/clock_name", "mlx5_ptp");
        write("etc/systemd/logind.conf", "[Login]\nRemoveIPC=no");
        write("run/systemd/system/.here", "");
        write("sys/fs/cgroup/cpu.max", "max 100000");
        write("usr/lib/x86_64-linux-gnu/libibverbs.so.1", "");
        write("usr/lib/x86_64-linux-gnu/librdmacm.so.1", "");
        write("dev/infiniband/rdma_cm", "");
        write("dev/infiniband/uverbs0", "");
        write("sys/class/infiniband_verbs/uverbs0/ibdev", "mlx5_0");
        write(RdmaPort.CLASS + "mlx5_0/node_type", "1: CA");
        write(RdmaPort.CLASS + "mlx5_0/device/numa_node", "0");
        write(PORT + "state", "4: ACTIVE");
        write(PORT + "link_layer", "Ethernet");
        write(PORT + "gid_attrs/types/0", "IB/RoCE v1");
        write(PORT + "gid_attrs/types/1", "RoCE v2");
        write(PORT + "gid_attrs/ndevs/0", "eth0");
        write("sys/class/net/eth0/mtu", "9000");
        write("sys/class/net/eth0/ecn/roce_np/enable/3", "1");
        write("sys/devices/system/node/node0/cpulist", "0-3");
    }

    /** The line of a process with a scheduling policy; its name has a parenthesis. */
    static String stat(final int policy) {
        return "42 (a) bus) S" + " 0".repeat(37) + " " + policy + " 0 0";
    }

    /** The line of a thread that exists for 990 s, with its parent and the ticks of 10 ms that it has run. */
    static String thread(final String name, final int parent, final int ticks) {
        return "2 (" + name + ") S " + parent + " 0".repeat(9) + " 1 " + (ticks - 1) + " 0".repeat(6) + " 1050 0 0";
    }

    HostFiles files() {
        return new HostFiles(root);
    }

    void write(final String file, final String text) {
        try {
            final Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text + "\n");
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a file, or a folder with all that it contains. */
    void remove(final String file) {
        try (var paths = Files.walk(root.resolve(file))) {
            for (final Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Examines the host as {@code ./bus doctor} does, with a bus directory and a JVM that are right. */
    Examination examine() {
        return examine(new BusStore(Path.of("/dev/shm/verbus-a"), "tmpfs", 8L << 30, 8L << 30), Runtime.version(),
                List.of("--enable-native-access=ALL-UNNAMED",
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"));
    }

    Examination examine(final BusStore store, final Runtime.Version version, final List<String> flags) {
        return Examination.of(files(), List.of(new JvmProbe(version, flags), new MemoryProbe(store), new LimitsProbe(),
                new CoresProbe(), new OthersProbe(), new ClockProbe(() -> utcError), new RdmaProbe()));
    }
}
