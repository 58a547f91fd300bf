package io.verbus.tools.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Breaks one setting of a host after another: its finding changes, and no other. */
class DoctorTest {
    private static final BusStore STORE = new BusStore(Path.of("/dev/shm/verbus-a"), "tmpfs", 8L << 30, 8L << 30);
    private static final List<String> FLAGS = List.of("--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

    @TempDir
    private Path root;
    private FakeHost host;
    private Examination right;

    @BeforeEach
    void makeHost() {
        host = new FakeHost(root);
        right = host.examine();
    }

    @Test
    void everySettingOfARightHostIsOk() {
        assertEquals(List.of(),
                right.findings().stream().filter(finding -> finding.verdict() != SettingVerdict.OK).toList());
        assertEquals(
                new TailOutlook(true, "The upper percentiles of bus demo are those of the bus: this machine has cores"
                        + " for spinning threads alone."),
                right.tail());
        assertEquals(new RdmaOutlook(true, "RDMA will work here: mlx5_0 port 1 (RoCE v2)"), right.rdma());
    }

    @Test
    void settingsAreUnique() {
        assertEquals(right.findings().size(), right.findings().stream().map(Finding::setting).distinct().count());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            proc/swaps | 'Filename\n/dev/sda2 partition 1 0 -2'    | swap                   | ADVISED
            sys/kernel/mm/transparent_hugepage/enabled | [always] madvise never | transparent huge pages | ADVISED
            proc/self/limits | Max locked memory  8388608 8388608 bytes | locked memory     | NEEDED
            sys/fs/cgroup/cpu.max | 150000 100000                  | processor time         | NEEDED
            sys/fs/cgroup/user.slice/cpu.max | 50000 100000        | processor time         | NEEDED
            etc/systemd/logind.conf | #RemoveIPC=no               | logout                 | ADVISED
            sys/devices/system/cpu/isolated | ''                   | isolated cores         | ADVISED
            sys/devices/system/cpu/nohz_full | (null)              | cores without timer ticks | ADVISED
            sys/devices/system/cpu/smt/control | on                | hyper-threads          | ADVISED
            sys/devices/system/cpu/cpu7/cpufreq/scaling_governor | powersave | frequency governor | ADVISED
            sys/devices/system/cpu/cpu0/cpuidle/state2/latency | 133 | idle states          | ADVISED
            sys/devices/system/clocksource/clocksource0/current_clocksource | hpet | clock source | ADVISED
            proc/pressure/cpu | some avg10=0.00 avg60=10.01 avg300=0.00 total=1 | load | ADVISED
            proc/stat | cpu  500 0 100 99300 0 0 0 101 0 0          | stolen time            | ADVISED
            sys/class/infiniband/mlx5_0/ports/1/state | 1: DOWN    | mlx5_0 port 1          | NEEDED
            sys/class/infiniband/mlx5_0/ports/1/gid_attrs/types/1 | IB/RoCE v1 | mlx5_0 port 1 | NEEDED
            sys/class/net/eth0/mtu | 1500                          | packets of eth0        | ADVISED
            sys/class/net/eth0/ecn/roce_np/enable/3 | 0            | congestion control of mlx5_0 port 1 | ADVISED
            sys/devices/system/node/node0/cpulist | 8-15           | NUMA node of mlx5_0 port 1 | ADVISED
            """)
    void aWrongSettingChangesItsFindingOnly(final String file, final String text, final String setting,
            final SettingVerdict verdict) {
        host.write(file, text);
        expectOnly(setting, verdict);
    }

    @ParameterizedTest
    @CsvSource({"usr/lib/x86_64-linux-gnu/librdmacm.so.1, RDMA libraries, NEEDED",
            "dev/infiniband/uverbs0, RDMA device nodes, NEEDED", "dev/infiniband/rdma_cm, RDMA device nodes, NEEDED",
            "proc/self/limits, locked memory, UNKNOWN", "sys/class/ptp, PTP clock, ADVISED",
            "sys/devices/system/cpu/cpu0/cpufreq, frequency governor, UNKNOWN",
            "sys/devices/system/cpu/cpu0/cpuidle, idle states, UNKNOWN",
            "proc/2/stat, memory threads, UNKNOWN", "proc/uptime, memory threads, UNKNOWN",
            "proc/stat, stolen time, UNKNOWN",
            "sys/devices/system/clocksource, clock source, UNKNOWN",
            "sys/class/net/eth0/mtu, packets of eth0, UNKNOWN",
            "sys/class/net/eth0/ecn, congestion control of mlx5_0 port 1, UNKNOWN"})
    void aMissingFileChangesItsFindingOnly(final String file, final String setting, final SettingVerdict verdict) {
        host.remove(file);
        expectOnly(setting, verdict);
    }

    @ParameterizedTest
    @CsvSource({"1, 950000, 'SCHED_FIFO: a spinning thread stands still for up to 50 ms of each 1000'",
            "2, 700000, 'SCHED_RR: a spinning thread stands still for up to 300 ms of each 1000'",
            "1, -1, 'SCHED_FIFO: a spinning thread stands still when other tasks wait'"})
    void realTimePolicyOfASpinningThreadIsFound(final int policy, final String runtime, final String found) {
        host.write("proc/self/stat", FakeHost.stat(policy));
        host.write("proc/sys/kernel/sched_rt_runtime_us", runtime);
        expectOnly("real-time scheduling", SettingVerdict.ADVISED);
        assertEquals(found, finding("real-time scheduling", host.examine()).found());
    }

    @Test
    void throttleOfRealTimeThreadsIsShownBeforeTheyAreUsed() {
        assertEquals("not used (a spinning thread would stand still for up to 50 ms of each 1000)",
                finding("real-time scheduling", right).found());
    }

    /** It exists for 990 s: a tick of 10 ms is 0.00101 %. */
    @ParameterizedTest
    @ValueSource(strings = {"kcompactd0", "kdamond.0", "khugepaged", "ksmd", "kswapd1"})
    void threadOfTheKernelThatManagesMemoryIsFoundByItsTime(final String name) {
        host.write("proc/99/stat", FakeHost.thread(name, 2, 98));
        assertEquals(SettingVerdict.OK, verdict("memory threads", host.examine()));
        host.write("proc/99/stat", FakeHost.thread(name, 2, 396));
        expectOnly("memory threads", SettingVerdict.ADVISED);
        assertEquals(name + " 0.4 % of a core", finding("memory threads", host.examine()).found());
    }

    @Test
    void loadIsThatOfTheLastMinuteWherePressureIsNotMeasured() {
        host.remove("proc/pressure");
        assertEquals("7.9 tasks on 8 cores in the last minute", finding("load", host.examine()).found());
        assertEquals(SettingVerdict.OK, verdict("load", host.examine()));
        host.write("proc/loadavg", "8.10 3.00 1.00 3/100 42");
        expectOnly("load", SettingVerdict.ADVISED);
        host.remove("proc/loadavg");
        expectOnly("load", SettingVerdict.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sys/devices/system/cpu/isolated | ''                  | isolated cores
            proc/stat | cpu  500 0 100 99300 0 0 0 200            | stolen time
            proc/uptime | ''                                      | memory threads not visible here
            sys/fs/cgroup/cpu.max | 150000 100000                 | processor time
            """)
    void machineThatSharesItsCoresHasATailOfItsOwn(final String file, final String text, final String reason) {
        host.write(file, text);
        final TailOutlook tail = host.examine().tail();
        assertFalse(tail.isOwn());
        assertEquals("The upper percentiles of bus demo are those of this machine: its cores are shared, or may be ("
                + reason + "). Compare them with the line \"this machine alone\" of the demo.", tail.sentence());
    }

    @Test
    void settingThatTakesNoCoreDoesNotDecideTheTail() {
        host.write("sys/class/net/eth0/mtu", "1500");
        host.remove("sys/class/ptp");
        assertTrue(host.examine().tail().isOwn());
    }

    @Test
    void oneCoreIsNotEnough() {
        host.write("proc/self/status", "Uid:\t1000\nCapEff:\t0\nCpus_allowed_list:\t3");
        expectOnly("cores", SettingVerdict.NEEDED);
    }

    @Test
    void wrongBusDirectoryAndJvmAreFound() {
        expectOnly("bus directory", SettingVerdict.NEEDED, host.examine(
                new BusStore(Path.of("/home/a/bus"), "ext4", 8L << 30, 8L << 30), Runtime.version(), FLAGS));
        expectOnly("shared memory", SettingVerdict.NEEDED, host.examine(
                new BusStore(STORE.directory(), "tmpfs", 64 << 20, 63 << 20), Runtime.version(), FLAGS));
        expectOnly("JDK", SettingVerdict.NEEDED, host.examine(STORE, Runtime.Version.parse("21.0.2"), FLAGS));
        expectOnly("JVM flags", SettingVerdict.NEEDED, host.examine(STORE, Runtime.version(), List.of()));
    }

    @Test
    void clockThatIsNotSynchronisedOrTooFarOffIsFound() {
        assertEquals("synchronised, within 3.0 ms", finding("UTC clock", right).found());
        host.utcError = Optional.empty();
        expectOnly("UTC clock", SettingVerdict.ADVISED);
        assertEquals("not synchronised", finding("UTC clock", host.examine()).found());
        host.utcError = Optional.of(Duration.ofMillis(601));
        expectOnly("UTC clock", SettingVerdict.ADVISED);
    }

    @Test
    void capabilityIpcLockLiftsTheLimitOfLockedMemory() {
        host.write("proc/self/limits", "Max locked memory  8388608 8388608 bytes");
        host.write("proc/self/status", "Uid:\t0\nCapEff:\t0000000000004000\nCpus_allowed_list:\t0-7");
        assertEquals(SettingVerdict.OK, verdict("locked memory", host.examine()));
    }

    @Test
    void hostWithoutDeviceWorksWithoutRdma() {
        host.remove("sys/class/infiniband");
        final Examination without = host.examine();
        assertEquals(0, without.count(SettingVerdict.NEEDED));
        assertFalse(without.rdma().works());
        assertTrue(without.rdma().sentence().contains(RdmaOutlook.SOFTWARE_DEVICE), without.rdma().sentence());
    }

    @ParameterizedTest
    @CsvSource({"1: CA, InfiniBand, true, InfiniBand", "4: RNIC, Ethernet, true, iWARP"})
    void protocolIsThatOfThePort(final String nodeType, final String linkLayer, final boolean works,
            final String protocol) {
        host.write(RdmaPort.CLASS + "mlx5_0/node_type", nodeType);
        host.write(RdmaPort.CLASS + "mlx5_0/ports/1/link_layer", linkLayer);
        final RdmaOutlook rdma = host.examine().rdma();
        assertEquals(works, rdma.works());
        assertTrue(rdma.sentence().contains("mlx5_0 port 1 (" + protocol + ")"), rdma.sentence());
    }

    @Test
    void outlookNamesTheMissingSettings() {
        host.remove("dev/infiniband/rdma_cm");
        assertEquals("RDMA will not work here: change these settings first: RDMA device nodes",
                host.examine().rdma().sentence());
        host.write(RdmaPort.CLASS + "mlx5_0/ports/1/state", "1: DOWN");
        assertEquals("RDMA will not work here: mlx5_0 port 1: the link is down", host.examine().rdma().sentence());
    }

    @Test
    void textHasEightyColumnsExceptInCommands() {
        host.write("sys/devices/system/cpu/isolated", "");
        host.write("proc/self/limits", "Max locked memory  8388608 8388608 bytes");
        final List<String> lines = DoctorText.lines(host.examine());
        assertTrue(lines.contains("needed   locked memory: 8388608 bytes"), lines::toString);
        lines.stream().filter(line -> !line.strip().startsWith("command: "))
                .forEach(line -> assertTrue(line.length() <= 80, line));
    }

    private void expectOnly(final String setting, final SettingVerdict verdict) {
        expectOnly(setting, verdict, host.examine());
    }

    /** All findings are those of the right host, except one. */
    private void expectOnly(final String setting, final SettingVerdict verdict, final Examination now) {
        final List<Finding> changed = new ArrayList<>(now.findings());
        changed.removeIf(finding -> right.findings().contains(finding));
        assertEquals(List.of(setting), changed.stream().map(Finding::setting).toList(), changed::toString);
        final Finding finding = changed.getFirst();
        assertEquals(verdict, finding.verdict());
        assertFalse(finding.found().isEmpty() || finding.wanted().isEmpty() || finding.reason().isEmpty()
                || finding.command().isEmpty(), finding::toString);
    }

    private static SettingVerdict verdict(final String setting, final Examination examination) {
        return finding(setting, examination).verdict();
    }

    private static Finding finding(final String setting, final Examination examination) {
        return examination.findings().stream().filter(finding -> finding.setting().equals(setting)).findFirst()
                .orElseThrow();
    }
}
