package io.verbus.latency.report;

import io.verbus.latency.result.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The machine, its kernel, and this JVM, on which the figures of a report depend. */
public final class Machine {
    private static final String UNKNOWN = "unknown";

    private final Path root;

    /**
     * Makes a machine.
     *
     * @param root folder that contains {@code /proc} and {@code /sys}: {@code /} except in tests
     */
    public Machine(final Path root) {
        this.root = root;
    }

    /**
     * Describes the current state of the machine.
     *
     * @return names and values to be shown, in order
     */
    public Map<String, String> describe() {
        final Map<String, String> facts = new LinkedHashMap<>();
        facts.put("CPU", cpuInfo("model name"));
        facts.put("Cores", Runtime.getRuntime().availableProcessors() + (isVirtual() ? ", of a virtual machine" : ""));
        facts.put("Cores set apart", or(first("sys/devices/system/cpu/isolated"), "none (isolcpus)"));
        facts.put("Memory", memory());
        facts.put("Kernel", or(first("proc/sys/kernel/ostype"), "Linux") + " "
                + or(first("proc/sys/kernel/osrelease"), UNKNOWN) + ", " + System.getProperty("os.arch"));
        facts.put("Clock source",
                or(first("sys/devices/system/clocksource/clocksource0/current_clocksource"), UNKNOWN));
        facts.put(Environment.LOAD_AVERAGE, loadAverage());
        facts.put("JVM", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version") + ", "
                + System.getProperty("java.vendor"));
        facts.put("JVM flags", String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
        return facts;
    }

    private String cpuInfo(final String key) {
        return lines("proc/cpuinfo").stream().filter(line -> line.startsWith(key)).findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).strip()).orElse(System.getProperty("os.arch"));
    }

    private boolean isVirtual() {
        return lines("proc/cpuinfo").stream().filter(line -> line.startsWith("flags"))
                .anyMatch(line -> line.contains(" hypervisor"));
    }

    private String memory() {
        return lines("proc/meminfo").stream().filter(line -> line.startsWith("MemTotal:")).findFirst()
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .map(kib -> String.format(Locale.ROOT, "%.1f GiB", kib / (1024.0 * 1024))).orElse(UNKNOWN);
    }

    private String loadAverage() {
        final String[] figures = or(first("proc/loadavg"), "").split(" ");
        return figures.length < 3
                ? UNKNOWN
                : figures[0] + ", " + figures[1] + ", " + figures[2] + " (1, 5, 15 minutes)";
    }

    private String first(final String file) {
        return lines(file).stream().findFirst().orElse("");
    }

    private List<String> lines(final String file) {
        try (Stream<String> lines = Files.lines(root.resolve(file))) {
            return lines.toList();
        } catch (final IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    private static String or(final String value, final String otherwise) {
        return value.isBlank() ? otherwise : value.strip();
    }
}
