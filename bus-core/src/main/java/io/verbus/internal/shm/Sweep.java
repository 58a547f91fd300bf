package io.verbus.internal.shm;

import io.verbus.BusException;
import io.verbus.internal.log.Heartbeat;
import io.verbus.internal.log.LogHeader;
import io.verbus.internal.os.NoRoomException;
import io.verbus.internal.os.OsErrors;
import io.verbus.internal.os.TempFiles;
import io.verbus.spi.LogIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Removes the files of dead processes: positions, counters and unfinished files at once, directories without a file,
 * and logs that no living subscription reads or has yet to find. The loss report stays. Only names are removed; a
 * process that has mapped a file keeps its memory.
 *
 * <p>A living subscription keeps the log of a dead publisher under two limits, so that a stopped process does not fill
 * the file system while a publisher crashes repeatedly. A subscription whose conductor has been silent for a minute
 * keeps no log. Of the logs that a subscription has not found yet, the newest two of each publisher name are kept.
 */
public final class Sweep {
    /** A subscription that has been silent for this time keeps no log. */
    public static final long SILENT_NS = 60_000_000_000L;
    /** The same, if there is no room for a new log. */
    private static final long SILENT_WITHOUT_ROOM_NS = 1_000_000_000L;
    /** Logs of one publisher name that are kept for subscriptions that have not found them yet. */
    private static final int KEPT_UNFOUND = 2;

    private final BusDirectory directory;

    /**
     * A sweep of one bus directory.
     *
     * @param directory to sweep
     */
    public Sweep(final BusDirectory directory) {
        this.directory = directory;
    }

    /**
     * Removes unneeded files.
     *
     * @param nowNs on the monotonic clock, which all processes of a host share
     * @return number of files removed
     */
    public int run(final long nowNs) {
        return run(nowNs, SILENT_NS);
    }

    /**
     * Creates a log. If there is no room, also removes the logs of dead processes that are kept for subscriptions that
     * have been silent for only a second, and tries again.
     *
     * @param <T> type of the log
     * @param nowNs on the monotonic clock
     * @param maker creates it
     * @return the log
     * @throws NoRoomException if there is still no room
     */
    public <T> T withRoom(final long nowNs, final Supplier<T> maker) {
        try {
            return maker.get();
        } catch (final NoRoomException e) {
            if (makeRoom(nowNs) == 0) {
                throw e;
            }
            return maker.get();
        }
    }

    int makeRoom(final long nowNs) {
        return run(nowNs, SILENT_WITHOUT_ROOM_NS);
    }

    private int run(final long nowNs, final long silentNs) {
        int removed = removeUnfinishedOfDead(directory.unfinished()); // locks too: their creator retries
        for (final StreamDirectory stream : directory.streams()) {
            removed += tryToSweep(stream, nowNs, silentNs);
        }
        for (final long process : directory.processes()) {
            if (!directory.isAlive(process)) {
                removed += remove(directory.counters(process)) + remove(directory.lock(process));
            }
        }
        return removed;
    }

    /** Another user may have a directory in a shared one that this process cannot list. */
    private int tryToSweep(final StreamDirectory stream, final long nowNs, final long silentNs) {
        try {
            return sweep(stream, nowNs, silentNs);
        } catch (final BusException e) {
            if (directory.access().isShared()) {
                return 0;
            }
            throw e;
        }
    }

    private int sweep(final StreamDirectory stream, final long nowNs, final long silentNs) {
        int removed = 0;
        final Map<Long, Path> logs = stream.logs();
        final Set<Long> needed = new HashSet<>();
        long lookedNs = Long.MAX_VALUE; // until here, every living subscription has found all sessions
        for (final Path path : stream.positions().values()) {
            try (PeerPositions positions = PeerPositions.attach(path)) {
                if (!directory.isAlive(positions.identity().process())) {
                    removed += remove(path);
                } else if (nowNs - positions.heartbeat() <= silentNs) {
                    logs.keySet().stream().filter(session -> positions.find(session) >= 0).forEach(needed::add);
                    lookedNs = Math.min(lookedNs, positions.lookedNs());
                }
            } catch (final BusException e) {
                continue; // removed meanwhile, or not a file of this build
            }
        }
        removed += removeUnfinishedOfDead(stream.unfinished());
        logs.keySet().removeAll(needed);
        removed += removeLogs(logs, lookedNs);
        if (removed > 0) {
            stream.fileRemoved();
        } else {
            stream.removeIfEmpty();
        }
        return removed;
    }

    private int removeLogs(final Map<Long, Path> unneeded, final long lookedNs) {
        int removed = 0;
        final Map<String, List<LogIdentity>> unfound = new HashMap<>();
        for (final Map.Entry<Long, Path> entry : unneeded.entrySet()) {
            try {
                final LogIdentity log = LogHeader.read(entry.getValue());
                final long heartbeatNs = Heartbeat.read(entry.getValue()); // before its process is looked at
                if (directory.isAlive(log.process())) {
                    continue;
                }
                if (log.session() == entry.getKey() && heartbeatNs >= lookedNs) {
                    // Its session began before its last heartbeat: a subscription that has not looked since may not
                    // have found it.
                    unfound.computeIfAbsent(log.publisher(), publisher -> new ArrayList<>()).add(log);
                } else {
                    removed += removeLog(log, entry.getValue());
                }
            } catch (final BusException | IOException e) {
                continue; // removed meanwhile, or not a file of this build
            }
        }
        for (final List<LogIdentity> ofPublisher : unfound.values()) {
            ofPublisher.sort(Comparator.comparingLong(LogIdentity::startedEpochNs).reversed());
            for (final LogIdentity log : ofPublisher.subList(Math.min(KEPT_UNFOUND, ofPublisher.size()),
                    ofPublisher.size())) {
                removed += removeLog(log, unneeded.get(log.session()));
            }
        }
        return removed;
    }

    /**
     * Removes the log of a dead process. The next relay of a session replaces the log of the last one, perhaps since
     * that was read: so a log of a relay gets a temporary name first, and its own again if its process is alive.
     */
    private int removeLog(final LogIdentity log, final Path path) {
        if (log.hops() == 0) {
            return remove(path);
        }
        final Path unfinished = TempFiles.of(
                path.resolveSibling(path.getFileName() + "." + Thread.currentThread().threadId()), directory.process());
        try {
            if (directory.isAlive(LogHeader.read(path).process())) {
                return 0;
            }
            Files.move(path, unfinished, StandardCopyOption.ATOMIC_MOVE);
        } catch (final BusException | IOException e) {
            return 0; // removed meanwhile
        }
        try {
            if (directory.isAlive(LogHeader.read(unfinished).process())) {
                Files.createLink(path, unfinished);
            }
        } catch (final BusException | IOException e) {
            return remove(unfinished); // another relay has the name already
        }
        return remove(unfinished);
    }

    private int removeUnfinishedOfDead(final Map<Path, Long> unfinished) {
        int removed = 0;
        for (final Map.Entry<Path, Long> entry : unfinished.entrySet()) {
            removed += directory.isAlive(entry.getValue()) ? 0 : remove(entry.getKey());
        }
        return removed;
    }

    /**
     * Foreign files stay: the bus creates only regular files. In a shared directory those of other users stay too,
     * until one of their processes or the owner of the directory sweeps.
     */
    private int remove(final Path path) {
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            return 0;
        }
        try {
            return Files.deleteIfExists(path) ? 1 : 0;
        } catch (final IOException e) {
            if (directory.access().isShared()) {
                return 0;
            }
            throw new BusException("cannot remove " + path + ", which a dead process left: " + OsErrors.of(e), e);
        }
    }
}
