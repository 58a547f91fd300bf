package io.verbus.tools.doctor;

import static io.verbus.tools.Texts.number;

import io.verbus.PublicationSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Shared memory, swap and page sizes. */
final class MemoryProbe implements Probe {
    private static final long MIB = 1 << 20;
    /** Room for a few publications of the default capacity. */
    private static final long ROOM = 4L * PublicationSettings.DEFAULT_CAPACITY;
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "hugetlbfs");
    private static final String THP = "sys/kernel/mm/transparent_hugepage/enabled";

    private final BusStore store;

    MemoryProbe(final BusStore store) {
        this.store = store;
    }

    @Override
    public List<Finding> findings(final HostFiles host) {
        final List<Finding> findings = new ArrayList<>();
        findings.add(directory());
        findings.add(room());
        findings.add(swap(host));
        findings.add(hugePages(host));
        findings.add(transparentHugePages(host));
        return findings;
    }

    private Finding directory() {
        final String found = store.directory() + " on " + (store.type().isEmpty()
                ? "an unknown file system"
                : store.type());
        return IN_MEMORY.contains(store.type())
                ? Finding.ok("bus directory", found)
                : Finding.needed("bus directory", found, "on tmpfs or hugetlbfs",
                        "A log on a disk stalls its publisher whenever the kernel writes pages back.",
                        "export VERBUS_DIR=/dev/shm/verbus-$(id -un)");
    }

    private Finding room() {
        final String found = number(store.usable() / MIB) + " of " + number(store.total() / MIB) + " MiB are free";
        return store.usable() >= ROOM
                ? Finding.ok("shared memory", found)
                : Finding.needed("shared memory", found, number(ROOM / MIB) + " MiB or more",
                        "Each publication needs its capacity, by default "
                                + number(PublicationSettings.DEFAULT_CAPACITY / MIB)
                                + " MiB; a bus without room refuses to publish.",
                        "sudo mount -o remount,size=4G /dev/shm (a container: --shm-size=4g)");
    }

    private static Finding swap(final HostFiles host) {
        final List<String> lines = host.lines("proc/swaps");
        if (lines.size() <= 1) {
            return Finding.ok("swap", "none");
        }
        return Finding.advised("swap", lines.size() - 1 + " in use", "none",
                "Logs in tmpfs may be swapped out; a page that comes back takes milliseconds.", "sudo swapoff -a");
    }

    private static Finding hugePages(final HostFiles host) {
        final String total = host.value("proc/meminfo", "HugePages_Total").orElse("0");
        return total.equals("0")
                ? Finding.ok("huge pages", "none reserved; tmpfs is the default (docs/operate/operations.md)")
                : Finding.ok("huge pages", total + " reserved, of "
                        + host.value("proc/meminfo", "Hugepagesize").orElse("unknown size"));
    }

    private static Finding transparentHugePages(final HostFiles host) {
        final String mode = host.chosen(THP).orElse("");
        return switch (mode) {
            case "" -> Finding.ok("transparent huge pages", "not in this kernel");
            case "always" -> Finding.advised("transparent huge pages", "always", "madvise or never",
                    "The kernel compacts memory for them at any time, which stalls a thread for milliseconds.",
                    "echo madvise | sudo tee /" + THP);
            default -> Finding.ok("transparent huge pages", mode);
        };
    }
}
