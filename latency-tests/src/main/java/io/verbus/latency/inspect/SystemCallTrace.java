package io.verbus.latency.inspect;

import io.verbus.BusException;
import io.verbus.latency.worker.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A trace of the system calls of one thread, by strace. */
final class SystemCallTrace {
    private static final String MARK = "sched_yield(";
    private static final long PATIENCE_MS = 10_000;

    private final ChildProcess strace;
    private final Path file;

    private SystemCallTrace(final ChildProcess strace, final Path file) {
        this.strace = strace;
        this.file = file;
    }

    /**
     * Starts a trace.
     *
     * @param thread the kernel's id of the thread
     * @param file of the trace
     * @throws BusException if strace is not installed, or not permitted
     */
    static SystemCallTrace of(final long thread, final Path file) {
        try {
            final Process strace = new ProcessBuilder("strace", "-y", "-o", file.toString(), "-p",
                    Long.toString(thread)).start();
            final BufferedReader errors = strace.errorReader(StandardCharsets.UTF_8);
            final String first = errors.readLine();
            if (first == null || !first.endsWith("attached")) {
                throw new BusException("strace cannot attach to processes here: " + first);
            }
            return new SystemCallTrace(new ChildProcess("strace", strace, null), file);
        } catch (final IOException e) {
            throw new BusException("strace is not installed: sudo apt-get install strace", e);
        }
    }

    /** Ends the trace; returns the calls by name between the marks of {@link io.verbus.latency.meter.Account}. */
    Map<String, Integer> stop() {
        strace.end(PATIENCE_MS);
        try {
            return calls(Files.readAllLines(file));
        } catch (final IOException e) {
            throw new BusException("cannot read the output of strace: " + e.getMessage(), e);
        }
    }

    /** Counts {@code write(31</dev/infiniband/uverbs0>, …) = 24} as {@code write /dev/infiniband/uverbs0}. */
    static Map<String, Integer> calls(final List<String> lines) {
        final Map<String, Integer> counts = new TreeMap<>();
        boolean measured = false;
        int marks = 0;
        for (final String line : lines) {
            if (line.startsWith(MARK)) {
                measured = !measured;
                marks++;
            } else if (measured) {
                counts.merge(name(line), 1, Integer::sum);
            }
        }
        if (marks != 2) {
            throw new BusException("strace output has " + marks + " marks of the measured part, expected 2");
        }
        return counts;
    }

    private static String name(final String line) {
        final int parenthesis = line.indexOf('(');
        if (parenthesis < 0 || line.startsWith("---")) {
            return line.strip();
        }
        final String call = line.substring(0, parenthesis);
        final int open = line.indexOf('<', parenthesis);
        final boolean ofFile = open > 0 && line.substring(parenthesis + 1, open).chars().allMatch(Character::isDigit);
        return ofFile ? call + " " + line.substring(open + 1, line.indexOf('>', open)) : call;
    }
}
