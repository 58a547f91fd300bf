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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Removes the files that dead processes left: their positions and counters at once, files that they were making,
 * directories without a file, and their logs when no living subscription reads them or has yet to find them. Never the
 * loss report. Only names are removed; a process that has a file mapped keeps its memory.
 *
 * <p>A living subscription keeps the log of a dead publisher under two bounds, so that a stopped process does not fill
 * the file system while a publisher crashes again and again: not when its own conductor has given no sign of life for a
 * minute; and of the logs that it has not found yet, the newest two of each publisher name.
 */
public final class Sweep {
    /** A subscription that has given no sign of life for so long keeps no log. */
    public static final long SILENT_NS = 60_000_000_000L;
    /** The same while a new log has no room. */
    private static final long SILENT_WITHOUT_ROOM_NS = 1_000_000_000L;
    /** Logs of one publisher name that are kept for subscriptions that have not found them yet. */
    private static final int KEPT_UNFOUND = 2;

    private final BusDirectory directory;

    /**
     * For one bus directory.
     *
     * @param directory to sweep
     */
    public Sweep(final BusDirectory directory) {
        this.directory = directory;
    }

    /**
     * Removes what is not needed.
     *
     * @param nowNs on the monotonic clock, which all processes of a host share
     * @return number of files removed
     */
    public int run(final long nowNs) {
        return run(nowNs, SILENT_NS);
    }

    /**
     * Removes also what is kept for subscriptions that are silent for a second only, when there is no room for a log.
     *
     * @param nowNs on the monotonic clock
     * @return number of files removed
     */
    public int makeRoom(final long nowNs) {
        return run(nowNs, SILENT_WITHOUT_ROOM_NS);
    }

    private int run(final long nowNs, final long silentNs) {
        int removed = removeOfDead(directory.unfinished()); // locks too: who is making one now makes it again
        for (final StreamDirectory stream : directory.streams()) {
            removed += sweep(stream, nowNs, silentNs);
        }
        for (final long process : directory.processes()) {
            if (!directory.isAlive(process)) {
                removed += remove(directory.counters(process)) + remove(directory.lock(process));
            }
        }
        return removed;
    }

    private int sweep(final StreamDirectory stream, final long nowNs, final long silentNs) {
        int removed = 0;
        final Map<Long, Path> logs = stream.logs();
        final Set<Long> wanted = new HashSet<>();
        long lookedNs = Long.MAX_VALUE; // all living subscriptions have found what there was before
        for (final Path path : stream.positions().values()) {
            try (PeerPositions positions = PeerPositions.attach(path)) {
                if (!directory.isAlive(positions.identity().process())) {
                    removed += remove(path);
                } else if (nowNs - positions.heartbeat() <= silentNs) {
                    logs.keySet().stream().filter(session -> positions.find(session) >= 0).forEach(wanted::add);
                    lookedNs = Math.min(lookedNs, positions.lookedNs());
                }
            } catch (final BusException e) {
                continue; // gone meanwhile, or not ours to judge
            }
        }
        removed += removeOfDead(stream.unfinished());
        logs.keySet().removeAll(wanted);
        removed += removeLogs(logs, lookedNs);
        stream.removeIfEmpty();
        return removed;
    }

    private int removeLogs(final Map<Long, Path> unwanted, final long lookedNs) {
        int removed = 0;
        final Map<String, List<LogIdentity>> unfound = new HashMap<>();
        for (final Map.Entry<Long, Path> entry : unwanted.entrySet()) {
            try {
                final LogIdentity log = LogIdentity.read(entry.getValue());
                final long beatNs = Heartbeat.read(entry.getValue()); // before its process is looked at
                if (directory.isAlive(log.process())) {
                    continue;
                }
                if (log.session() == entry.getKey() && beatNs >= lookedNs) {
                    // It began before it beat last: a subscription that has not looked since may not have found it.
                    unfound.computeIfAbsent(log.publisher(), publisher -> new ArrayList<>()).add(log);
                } else {
                    removed += remove(entry.getValue());
                }
            } catch (final BusException | IOException e) {
                continue; // gone meanwhile, or not ours to judge
            }
        }
        for (final List<LogIdentity> ofPublisher : unfound.values()) {
            ofPublisher.sort(Comparator.comparingLong(LogIdentity::startedEpochNs).reversed());
            for (final LogIdentity log : ofPublisher.subList(Math.min(KEPT_UNFOUND, ofPublisher.size()),
                    ofPublisher.size())) {
                removed += remove(unwanted.get(log.session()));
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
