package io.verbus.tools.doctor;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The clocks from which timestamps come.
 *
 * @param utcError bound of the error of the UTC clock; empty if nothing synchronises it
 */
record ClockProbe(Supplier<Optional<Duration>> utcError) implements Probe {
    private static final String SOURCE = "sys/devices/system/clocksource/clocksource0/";
    /** The kernel's bound grows by 0.5 ms a second between two corrections; NTP corrects at least each 1,024 s. */
    private static final Duration TOLERATED = Duration.ofMillis(600);
    private static final String PTP = "sys/class/ptp/";
    /** Clock sources that a process reads without a system call. */
    private static final Set<String> FAST = Set.of("tsc", "kvm-clock", "hyperv_clocksource_tsc_page",
            "arch_sys_counter");

    @Override
    public List<Finding> findings(final HostFiles host) {
        return List.of(source(host), utc(), hardware(host));
    }

    private static Finding source(final HostFiles host) {
        final String source = host.first(SOURCE + "current_clocksource").orElse("");
        if (FAST.contains(source)) {
            return Finding.ok("clock source", source);
        }
        final String wanted = "tsc, of: " + host.first(SOURCE + "available_clocksource").orElse("unknown");
        final String reason = "Each timestamp is a system call of about a microsecond with other sources.";
        final String command = "echo tsc | sudo tee /" + SOURCE + "current_clocksource";
        return source.isEmpty()
                ? Finding.unknown("clock source", wanted, reason, command)
                : Finding.advised("clock source", source, wanted, reason, command);
    }

    private Finding utc() {
        final String wanted = "synchronised, within " + milliseconds(TOLERATED);
        final String reason = "Times of journals, and the order of events on two hosts, are as wrong as the clocks.";
        final String command = "sudo timedatectl set-ntp true; with a PTP clock run ptp4l and phc2sys";
        final Optional<Duration> error = utcError.get();
        return error.isEmpty()
                ? Finding.advised("UTC clock", "not synchronised", wanted, reason, command)
                : error.get().compareTo(TOLERATED) > 0
                        ? Finding.advised("UTC clock", "synchronised, within " + milliseconds(error.get()), wanted,
                                reason, command)
                        : Finding.ok("UTC clock", "synchronised, within " + milliseconds(error.get()));
    }

    private static String milliseconds(final Duration time) {
        return String.format(Locale.ROOT, "%.1f ms", time.toNanos() / 1e6);
    }

    private static Finding hardware(final HostFiles host) {
        final List<String> clocks = host.names(PTP);
        return clocks.isEmpty()
                ? Finding.advised("PTP clock", "none", "a clock in the network device",
                        "Timestamps of two hosts agree as well as their clocks do: NTP reaches 0.1 to 1 ms.",
                        "ethtool -T eth0 (shows whether a device has one); run ptp4l and phc2sys")
                : Finding.ok("PTP clock", clocks.stream()
                        .map(clock -> clock + " (" + host.first(PTP + clock + "/clock_name").orElse("unnamed") + ")")
                        .collect(Collectors.joining(", ")));
    }
}
