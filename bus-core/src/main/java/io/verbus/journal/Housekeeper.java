package io.verbus.journal;

import io.verbus.BusException;
import io.verbus.journal.segment.Mending;
import io.verbus.journal.segment.SegmentWriter;
import io.verbus.journal.segment.Window;
import io.verbus.os.MappedFile;
import io.verbus.os.Reason;
import io.verbus.time.SteadyEpochClock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.Agent;

/**
 * Does for a journal what takes long, by a thread that nobody waits for: allocates the next segment before it is
 * needed, brings what was written to the disk, seals and unmaps what is full, removes what is too old.
 */
final class Housekeeper implements Agent {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final Path directory;
    private final JournalSettings settings;
    private final RetentionSweep sweep;
    private final SteadyEpochClock clock;
    private final Queue<Path> unchecked;
    private final Reports reports = new Reports();
    private final Path sparePath;
    private final List<SegmentWriter> active = new CopyOnWriteArrayList<>();
    private final Queue<SegmentWriter> retired = new ConcurrentLinkedQueue<>();
    private final AtomicReference<MappedFile> spare = new AtomicReference<>();
    private volatile boolean spareWanted;
    private volatile boolean namesChanged;
    private volatile BusException failure;
    private boolean reported;
    private long spareAgainNs;
    private long syncedNs;
    private long sweptNs;

    /** @param sealed segments whose index may be torn; they are checked when there is nothing else to do */
    Housekeeper(final Path directory, final JournalSettings settings, final List<Path> sealed) {
        this.directory = directory;
        this.settings = settings;
        this.sweep = new RetentionSweep(directory, settings.retention(), reports);
        this.clock = new SteadyEpochClock(settings.clocks());
        this.unchecked = new ArrayDeque<>(sealed);
        this.sparePath = directory.resolve(".spare");
        final long nowNs = settings.clocks().monotonic().nanoTime();
        this.spareAgainNs = nowNs;
        this.syncedNs = nowNs;
        this.sweptNs = nowNs - SECOND_NS;
    }

    @Override
    public String roleName() {
        return "journal";
    }

    @Override
    public int doWork() {
        final long nowNs = settings.clocks().monotonic().nanoTime();
        int work = prepare(nowNs) + retire();
        if (settings.durability() instanceof Durability.Every every && nowNs - syncedNs >= every.period().toNanos()) {
            sync();
            syncedNs = settings.clocks().monotonic().nanoTime();
        }
        if (nowNs - sweptNs >= SECOND_NS || work > 0 && !settings.retention().isAll()) {
            sweptNs = nowNs;
            work += sweep.run(clock, active);
        }
        return work == 0 ? checkIndex() : work;
    }

    /** Rebuilds the next index if it is torn; a start with many segments does not wait for that. */
    private int checkIndex() {
        final Path segment = unchecked.poll();
        if (segment == null) {
            return 0;
        }
        try {
            if (Mending.mendIndex(segment, new Window())) {
                reports.add("the index of " + segment + " was missing or torn: it is rebuilt");
            }
        } catch (final BusException e) {
            if (Files.exists(segment)) { // else it was removed as too old
                reports.add("cannot check the index of " + segment + ": " + e.getMessage());
            }
        }
        return 1;
    }

    /** What was done since the last call, for a person. Any one thread. */
    Reports reports() {
        return reports;
    }

    /** Allocates the first segment, so that the first message does not wait for it, nor finds the disk full. */
    void prepareFirst() {
        spare.set(allocateSpare());
    }

    /** A segment was made; the next will be wanted. By the thread that records. */
    void opened(final SegmentWriter segment) {
        active.add(segment);
        namesChanged = true;
        spareWanted = true;
    }

    /** A segment is full, or its session is over. By the thread that records, which lets go of it. */
    void retire(final SegmentWriter segment) {
        if (settings.durability() instanceof Durability.EveryBatch) {
            syncNow(); // nobody else does it before the batch ends
        }
        active.remove(segment); // in this order: what is retired may be unmapped at any time
        retired.add(segment);
    }

    /** A file that was allocated before, or null. By the thread that records. */
    MappedFile takeSpare() {
        return spare.getAndSet(null);
    }

    /** Brings everything to the disk, on the calling thread. */
    void syncNow() {
        try {
            if (namesChanged) {
                namesChanged = false;
                syncNames();
            }
            for (final SegmentWriter segment : active) {
                if (segment.isDirty()) {
                    segment.sync();
                }
            }
        } catch (final BusException e) {
            fail(e);
            throw e;
        }
    }

    /** Throws what went wrong where nobody could be told. */
    void check() {
        if (failure != null) {
            reported = true;
            throw failure;
        }
    }

    /** Throws a failure that {@link #check} has not thrown. */
    void checkUnreported() {
        if (failure != null && !reported) {
            throw new BusException(failure.getMessage(), failure);
        }
    }

    /** What is left to be done when nobody records any more, on the calling thread. */
    void finish() {
        active.forEach(this::retire);
        retire();
        final MappedFile unused = takeSpare();
        if (unused != null) {
            unused.unlink();
            unused.close();
        }
    }

    /** Lets go of everything as it is. */
    void abandon() {
        active.forEach(SegmentWriter::close);
        retired.forEach(SegmentWriter::close);
        final MappedFile unused = takeSpare();
        if (unused != null) {
            unused.close();
        }
    }

    private int prepare(final long nowNs) {
        if (!spareWanted || spare.get() != null || nowNs - spareAgainNs < 0) {
            return 0;
        }
        try {
            spare.set(allocateSpare());
            return 1;
        } catch (final BusException e) {
            // Who needs it will be told, if there is still no room then.
            spareAgainNs = nowNs + SECOND_NS;
            return 0;
        }
    }

    private MappedFile allocateSpare() {
        return settings.files().create(sparePath, settings.segmentLength()).prefault();
    }

    private int retire() {
        int count = 0;
        for (SegmentWriter segment = retired.poll(); segment != null; segment = retired.poll()) {
            try {
                segment.seal();
            } catch (final BusException e) {
                fail(e);
            } finally {
                segment.close();
            }
            count++;
        }
        return count;
    }

    private void sync() {
        try {
            syncNow();
        } catch (final BusException e) {
            assert failure != null : "the thread that records is told by check()";
        }
    }

    /** What the thread could not do, such as removing a segment. */
    void failed(final Throwable t) {
        fail(t instanceof BusException e ? e : new BusException("the journal's housekeeping has failed: " + t, t));
    }

    private void fail(final BusException e) {
        if (failure == null) {
            failure = e;
        }
    }

    /** A file whose name is not on the disk is not there after a power cut. */
    private void syncNames() {
        try (FileChannel names = FileChannel.open(directory)) {
            names.force(true);
        } catch (final IOException e) {
            throw new BusException("cannot bring " + directory + " to its disk: " + Reason.of(e), e);
        }
    }
}
