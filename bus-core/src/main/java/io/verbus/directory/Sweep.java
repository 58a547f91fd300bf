package io.verbus.directory;

import io.verbus.BusException;
import io.verbus.log.Heartbeat;
import io.verbus.log.LogIdentity;
import io.verbus.os.Reason;
import io.verbus.position.PeerPositions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Removes what dead processes left: their positions and counters at once, their logs when no living subscription reads
 * them or has yet to find them, and files that they were making. Never the loss report. Only names are removed; whoever
 * has a file mapped keeps its memory.
 */
public final class Sweep {
    private final BusDirectory directory;

    /**
     * For one bus directory.
     *
     * @param directory to sweep
     */
    public Sweep(final BusDirectory directory) {
        this.directory = directory;
    }

    /** {@return number of files removed} */
    public int run() {
        int removed = removeOfDead(directory.unfinished()); // locks too: who is making one now makes it again
        for (final StreamDirectory stream : directory.streams()) {
            removed += sweep(stream);
        }
        for (final long process : directory.processes()) {
            if (!directory.isAlive(process)) {
                removed += remove(directory.counters(process)) + remove(directory.lock(process));
            }
        }
        return removed;
    }

    private int sweep(final StreamDirectory stream) {
        int removed = 0;
        final Map<Long, Path> logs = stream.logs();
        final Set<Long> wanted = new HashSet<>();
        long lookedNs = Long.MAX_VALUE; // all living subscriptions have found what there was before
        for (final Path path : stream.positions().values()) {
            try (PeerPositions positions = PeerPositions.attach(path)) {
                if (directory.isAlive(positions.identity().process())) {
                    logs.keySet().stream().filter(session -> positions.find(session) >= 0).forEach(wanted::add);
                    lookedNs = Math.min(lookedNs, positions.lookedNs());
                } else {
                    removed += remove(path);
                }
            } catch (final BusException e) {
                continue; // gone meanwhile, or not ours to judge
            }
        }
        removed += removeOfDead(stream.unfinished());
        for (final Map.Entry<Long, Path> entry : logs.entrySet()) {
            if (!wanted.contains(entry.getKey())) {
                removed += removeIfDead(entry.getValue(), lookedNs);
            }
        }
        return removed;
    }

    private int removeOfDead(final Map<Path, Long> unfinished) {
        int removed = 0;
        for (final Map.Entry<Path, Long> entry : unfinished.entrySet()) {
            removed += directory.isAlive(entry.getValue()) ? 0 : remove(entry.getKey());
        }
        return removed;
    }

    private int removeIfDead(final Path path, final long lookedNs) {
        final long process;
        try {
            process = LogIdentity.read(path).process();
            if (Heartbeat.read(path) >= lookedNs) {
                return 0; // it began before it beat last; who has not looked since may not have found it
            }
        } catch (final BusException | IOException e) {
            return 0; // gone meanwhile, or not ours to judge
        }
        return directory.isAlive(process) ? 0 : remove(path);
    }

    /** Foreign files stay: a process of the bus makes regular files only. */
    private static int remove(final Path path) {
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            return 0;
        }
        try {
            return Files.deleteIfExists(path) ? 1 : 0;
        } catch (final IOException e) {
            throw new BusException("cannot remove " + path + ", which a dead process left: " + Reason.of(e), e);
        }
    }
}
