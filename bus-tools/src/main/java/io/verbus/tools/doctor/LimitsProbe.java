package io.verbus.tools.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Limits of this process: locked memory, processor time of the container, files that end with the login session. */
final class LimitsProbe implements Probe {
    private static final String MEMLOCK = "Max locked memory";
    /** CAP_IPC_LOCK of linux/capability.h: locked memory has no limit. */
    private static final int IPC_LOCK = 14;
    private static final int FIRST_USER = 1000;

    @Override
    public List<Finding> findings(final HostFiles host) {
        final List<Finding> findings = new ArrayList<>();
        findings.add(lockedMemory(host));
        findings.add(processorTime(host));
        findings.add(logout(host));
        return findings;
    }

    private static Finding lockedMemory(final HostFiles host) {
        final Optional<String> limit = host.lines("proc/self/limits").stream()
                .filter(line -> line.startsWith(MEMLOCK)).map(line -> line.substring(MEMLOCK.length()).strip())
                .map(line -> line.split("\\s+")[0]).findFirst();
        final String wanted = "unlimited";
        final String reason = "RDMA locks logs and images in memory.";
        final String command = "ulimit -l unlimited (after memlock in /etc/security/limits.conf; a service:"
                + " LimitMEMLOCK=infinity; a container: --ulimit memlock=-1)";
        if (limit.isEmpty()) {
            return Finding.unknown("locked memory", wanted, reason, "ulimit -l");
        }
        if (limit.get().equals(wanted) || hasCapability(host, IPC_LOCK)) {
            return Finding.ok("locked memory", limit.get().equals(wanted)
                    ? wanted
                    : "unlimited by the capability IPC_LOCK");
        }
        final String found = limit.get() + " bytes";
        return RdmaPort.all(host).isEmpty()
                ? Finding.advised("locked memory", found, wanted + ", for RDMA", reason, command)
                : Finding.needed("locked memory", found, wanted, reason, command);
    }

    private static boolean hasCapability(final HostFiles host, final int bit) {
        try {
            return (Long.parseUnsignedLong(host.value("proc/self/status", "CapEff").orElse("0"), 16) >>> bit & 1) != 0;
        } catch (final NumberFormatException e) {
            return false;
        }
    }

    private static Finding processorTime(final HostFiles host) {
        return Cgroups.processorLimit(host)
                .map(limit -> Finding.needed("processor time", "limited to " + limit, "no limit",
                        "The kernel stops a spinning thread for tens of milliseconds when the share is used up.",
                        "start the container without --cpus; use --cpuset-cpus"))
                .orElseGet(() -> Finding.ok("processor time", "no limit"));
    }

    /** {@code RemoveIPC} of logind.conf(5) also removes files in /dev/shm. */
    private static Finding logout(final HostFiles host) {
        if (!host.exists("run/systemd/system") || user(host) < FIRST_USER) {
            return Finding.ok("logout", "keeps the files of this user");
        }
        final boolean isKept = host.lines("etc/systemd/logind.conf").stream().map(String::strip)
                .anyMatch(line -> line.equalsIgnoreCase("RemoveIPC=no"));
        return isKept
                ? Finding.ok("logout", "keeps the files of this user")
                : Finding.advised("logout", "removes the files of this user in /dev/shm", "RemoveIPC=no",
                        "systemd removes the logs of a running bus when the last login session of the user ends.",
                        "set RemoveIPC=no in /etc/systemd/logind.conf, or: loginctl enable-linger");
    }

    private static int user(final HostFiles host) {
        try {
            return Integer.parseInt(host.value("proc/self/status", "Uid").orElse("").split("\\s+")[0]);
        } catch (final NumberFormatException e) {
            return 0;
        }
    }
}
