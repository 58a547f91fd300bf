package io.verbus.tools.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The findings about a real kernel with RDMA devices, of which one setting after the other is broken. */
@Tag("lab")
class DoctorLabTest {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @BeforeAll
    static void requireLab() {
        assumeTrue(System.getenv("LAB_WIRE_A") != null, "run this in the lab: native/lab/tests");
    }

    @Test
    void rdmaWorksWithTheDevicesOfTheLab() {
        final RdmaOutlook rdma = examine().rdma();
        assertTrue(rdma.works(), rdma::sentence);
        assertTrue(rdma.sentence().contains("rxa port 1 (RoCE v2), rxb port 1 (RoCE v2)"), rdma::sentence);
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource(delimiter = '|', textBlock = """
            transparent huge pages | ADVISED | cd /sys/kernel/mm/transparent_hugepage && echo always > enabled \
            | cd /sys/kernel/mm/transparent_hugepage && echo madvise > enabled
            shared memory          | NEEDED  | mount -o remount,size=16m /dev/shm | mount -o remount,size=1g /dev/shm
            rxe0 port 1            | NEEDED  | ip link set eth0 down | ip link set eth0 up
            RDMA device nodes      | NEEDED  | mv /dev/infiniband/rdma_cm /dev/infiniband/away \
            | mv /dev/infiniband/away /dev/infiniband/rdma_cm
            packets of wire-a      | OK      | ip link set wire-a mtu 9000 | ip link set wire-a mtu 1500
            """)
    void brokenSettingChangesItsFindingOnly(final String setting, final SettingVerdict verdict, final String change,
            final String restore) throws IOException {
        run(restore.startsWith("cd ") ? restore : "true"); // a default of this kernel may be the broken setting
        final Map<String, Finding> before = byName(examine());
        final Examination broken;
        try {
            run(change);
            broken = examine();
        } finally {
            run(restore);
        }
        final Map<String, Finding> now = byName(broken);
        assertEquals(verdict, now.get(setting).verdict(), () -> now.get(setting).toString());
        assertTrue(!now.get(setting).found().equals(before.get(setting).found()), () -> now.get(setting).toString());
        for (final String other : before.keySet()) {
            assertTrue(other.equals(setting) || before.get(other).verdict() == now.get(other).verdict(),
                    () -> before.get(other) + " became " + now.get(other));
        }
        assertEquals(!setting.startsWith("RDMA"), broken.rdma().works(), () -> broken.rdma().sentence());
    }

    private static Examination examine() {
        return Examination.of(new HostFiles(Path.of("/")), List.of(new MemoryProbe(BusStore.of(SHARED_MEMORY)),
                new LimitsProbe(), new CoresProbe(), new RdmaProbe()));
    }

    private static Map<String, Finding> byName(final Examination examination) {
        final Map<String, Finding> named = new LinkedHashMap<>();
        examination.findings().forEach(finding -> named.put(finding.setting(), finding));
        return named;
    }

    private static void run(final String script) throws IOException {
        final Process shell = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true).start();
        final String output = new String(shell.getInputStream().readAllBytes());
        assertEquals(0, shell.onExit().join().exitValue(), output);
    }
}
