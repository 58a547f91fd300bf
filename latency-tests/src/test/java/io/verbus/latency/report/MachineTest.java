package io.verbus.latency.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {
    @TempDir
    private Path root;

    @Test
    void machineIsDescribedFromProcAndSys() throws IOException {
        write("proc/cpuinfo", "processor : 0\nmodel name\t: A Fast CPU @ 5 GHz\nflags\t\t: fpu hypervisor sse\n");
        write("proc/meminfo", "MemTotal:       24641536 kB\n");
        write("proc/loadavg", "0.10 0.20 0.30 1/100 4242\n");
        write("proc/sys/kernel/ostype", "Linux\n");
        write("proc/sys/kernel/osrelease", "6.12.1\n");
        write("sys/devices/system/cpu/isolated", "2-3\n");
        write("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
        final int cores = Runtime.getRuntime().availableProcessors();
        final Map<String, String> facts = new Machine(root).describe();
        assertEquals(List.of("A Fast CPU @ 5 GHz", cores + ", of a virtual machine", "2-3", "23.5 GiB",
                "Linux 6.12.1, " + System.getProperty("os.arch"), "tsc", "0.10, 0.20, 0.30 (1, 5, 15 minutes)"),
                facts.values().stream().limit(7).toList());
        assertEquals(List.of("CPU", "Cores", "Cores set apart", "Memory", "Kernel", "Clock source", "Load average",
                "JVM", "JVM flags"), List.copyOf(facts.keySet()));
    }

    @Test
    void missingFilesAreUnknown() {
        final Map<String, String> facts = new Machine(root).describe();
        assertEquals(System.getProperty("os.arch"), facts.get("CPU"));
        assertEquals("unknown", facts.get("Memory"));
        assertEquals("none (isolcpus)", facts.get("Cores set apart"));
        assertEquals("unknown", facts.get("Load average"));
    }

    private void write(final String file, final String text) throws IOException {
        final Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
