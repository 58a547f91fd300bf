package io.verbus.tools.stat;

import io.verbus.BusException;
import io.verbus.counters.BusCounters;
import io.verbus.counters.CounterKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The counters of one process as they were when it was looked at, by what they are about. */
final class ProcessCounters {
    private static final String ABOUT = ": ";

    private final Map<String, Long> values = new LinkedHashMap<>();

    private ProcessCounters() {
    }

    /** Reads them; those of a process that has ended meanwhile are none. */
    static ProcessCounters read(final Path path) {
        final ProcessCounters counters = new ProcessCounters();
        if (Files.exists(path)) {
            try {
                BusCounters.read(path, reader -> reader.forEach((id, type, key, label) -> counters.values
                        .merge(label, reader.getCounterValue(id), Long::sum)));
            } catch (final BusException e) {
                if (Files.exists(path)) { // else it ended while it was read
                    throw e;
                }
            }
        }
        return counters;
    }

    /** A counter, 0 if there is none; those of the same name are one. */
    long of(final CounterKind kind, final String about) {
        return values.getOrDefault(kind.label() + ABOUT + about, 0L);
    }

    /** All counters of a kind, by what they are about, as far as that ends with some words, which are left away. */
    Map<String, Long> endingWith(final CounterKind kind, final String end) {
        final String begin = kind.label() + ABOUT;
        final Map<String, Long> found = new LinkedHashMap<>();
        values.forEach((label, value) -> {
            if (label.startsWith(begin) && label.endsWith(end)) {
                found.put(label.substring(begin.length(), label.length() - end.length()), value);
            }
        });
        return found;
    }
}
