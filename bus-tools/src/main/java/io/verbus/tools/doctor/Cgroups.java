package io.verbus.tools.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The control groups of this process, version 2 or 1. A limit may be set at any level. */
final class Cgroups {
    private static final String MOUNT = "sys/fs/cgroup";

    private Cgroups() {
    }

    /** The first limit of processor time; empty if no level has one. */
    static Optional<String> processorLimit(final HostFiles host) {
        for (final String line : host.lines("proc/self/cgroup")) { // hierarchy:controllers:/path
            final String[] parts = line.split(":", 3);
            if (parts.length == 3 && parts[1].isEmpty()) {
                final Optional<String> limit = first(levels(MOUNT, parts[2]), group -> ofVersion2(host, group));
                if (limit.isPresent()) {
                    return limit;
                }
            } else if (parts.length == 3 && List.of(parts[1].split(",")).contains("cpu")) {
                final Optional<String> limit = first(levels(MOUNT + "/cpu", parts[2]),
                        group -> ofVersion1(host, group));
                if (limit.isPresent()) {
                    return limit;
                }
            }
        }
        return Optional.empty();
    }

    private interface Level {
        Optional<String> limit(String group);
    }

    private static Optional<String> first(final List<String> groups, final Level level) {
        return groups.stream().map(level::limit).flatMap(Optional::stream).findFirst();
    }

    /** A group and its ancestors. In a container the path may be that of the host: then only the root exists. */
    private static List<String> levels(final String mount, final String path) {
        final List<String> levels = new ArrayList<>();
        String rest = path.equals("/") ? "" : path;
        while (!rest.isEmpty()) {
            levels.add(mount + rest);
            rest = rest.substring(0, rest.lastIndexOf('/'));
        }
        levels.add(mount);
        return levels;
    }

    private static Optional<String> ofVersion2(final HostFiles host, final String group) {
        final String[] quota = host.first(group + "/cpu.max").orElse("max 100000").split(" ");
        return quota.length < 2 ? Optional.empty() : cores(quota[0], quota[1]);
    }

    private static Optional<String> ofVersion1(final HostFiles host, final String group) {
        return cores(host.first(group + "/cpu.cfs_quota_us").orElse("-1"),
                host.first(group + "/cpu.cfs_period_us").orElse("100000"));
    }

    private static Optional<String> cores(final String quota, final String period) {
        try {
            final double cores = Double.parseDouble(quota) / Double.parseDouble(period);
            return cores > 0 ? Optional.of(String.format(Locale.ROOT, "%.2f cores", cores)) : Optional.empty();
        } catch (final NumberFormatException e) {
            return Optional.empty(); // "max": no limit
        }
    }
}
