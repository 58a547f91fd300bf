package io.verbus.internal.config;

import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.BusSettings.GroupAccess;
import io.verbus.internal.monitor.CountersLayout;
import io.verbus.internal.os.FileAccess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The keys of {@link BusSettings}. */
final class BusKeys {
    static final String DIRECTORY = "directory";
    static final String HEARTBEAT_TIMEOUT = "heartbeat-timeout";
    static final String PROGRESS_TIMEOUT = "progress-timeout";
    static final String DUTY_CYCLE = "duty-cycle";
    static final Duration LONGEST_TIMEOUT = Duration.ofDays(1);

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final int LAST_CORE = 1_023;

    private BusKeys() {
    }

    static KeySection<BusSettings> bus(final Path folder) {
        return new KeySection<>("bus", List.of(
                new Key<>(DIRECTORY, ValueForm.path(folder),
                        "where the processes of this host find each other; `VERBUS_DIR` overrides it",
                        BusSettings::directory, BusSettings::withDirectory),
                new Key<>("group", group(), "its members may use the directory too, see `group-access`",
                        BusSettings::group, (settings, name) -> settings.withGroup(name, settings.groupAccess())),
                new Key<>("group-access", ValueForm.constants(GroupAccess.class),
                        "whether the members of the group only look, or publish and subscribe too",
                        BusSettings::groupAccess,
                        (settings, access) -> settings.withGroup(settings.group(), access)),
                new Key<>(HEARTBEAT_TIMEOUT, ValueForm.duration(SHORTEST, LONGEST_TIMEOUT),
                        "silence after which a process is reported; at least 4 duty cycles",
                        BusSettings::heartbeatTimeout, BusSettings::withHeartbeatTimeout),
                new Key<>(PROGRESS_TIMEOUT, ValueForm.duration(SHORTEST, LONGEST_TIMEOUT),
                        "time after which a blocking reader without progress is evicted; at least 4 duty cycles",
                        BusSettings::progressTimeout, BusSettings::withProgressTimeout),
                new Key<>("counters", ValueForm.number(CountersLayout.MIN_COUNTERS, CountersLayout.MAX_COUNTERS),
                        "most counters of a process, 640 bytes for each in use", BusSettings::counters,
                        BusSettings::withCounters)));
    }

    static KeySection<BusSettings> conductor() {
        return new KeySection<>("conductor", List.of(
                new Key<>(DUTY_CYCLE, ValueForm.duration(SHORTEST, LONGEST_TIMEOUT.dividedBy(4)),
                        "longest idle time of the conductor", BusSettings::dutyCycle, BusSettings::withDutyCycle),
                new Key<>("core", core(), "core of the conductor's thread",
                        BusSettings::conductorCore, BusSettings::withConductorCore)));
    }

    /** A group that exists: the file is refused, not each command that uses it. */
    private static ValueForm<String> group() {
        final String form = "name or number of a Unix group";
        return new ValueForm<>(form, false, texts -> {
            if (texts.getFirst().isBlank()) {
                throw new BusException("\"" + texts.getFirst() + "\" is blank: use " + form);
            }
            return FileAccess.ofGroup(texts.getFirst(), false).group();
        }, List::of);
    }

    static ValueForm<Integer> core() {
        final String range = "0 to " + LAST_CORE;
        return ValueForm.words(Map.of("any", BusSettings.ANY_CORE), range,
                text -> (int) ValueForm.whole(text, 0, LAST_CORE, range), String::valueOf);
    }
}
