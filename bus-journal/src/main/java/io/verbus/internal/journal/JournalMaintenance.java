package io.verbus.internal.journal;

import io.verbus.BusException;
import io.verbus.internal.os.MappedFile;
import io.verbus.internal.os.OsErrors;
import io.verbus.journal.Durability;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.Retention;
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
 * Does the slow work of a journal on a separate thread: allocates the next segment before it is needed, syncs
 * new records, seals and unmaps full segments, removes old ones.
 */
public final class JournalMaintenance implements Agent {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final Path directory;
    private final JournalSettings settings;
    private final RetentionSweep sweep;
    private final SteadyEpochClock clock;
    private final Queue<Path> unchecked;
    private final MaintenanceReports reports = new MaintenanceReports();
    private final Path sparePath;
    private final List<SegmentWriter> active = new CopyOnWriteArrayList<>();
    private final Queue<SegmentWriter> retired = new ConcurrentLinkedQueue<>();
    private final AtomicReference<MappedFile> spare = new AtomicReference<>();
    private volatile boolean spareWanted;
    private volatile boolean namesChanged;
    private volatile BusException failure;
    /** Allocated in advance. */
    private final BusException outOfMemory = new BusException("journal maintenance has run out of memory: raise -Xmx");
    private boolean reported;
    private long spareRetryNs;
    private long syncedNs;
    private long sweptNs;

    /** @param sealed segments with a possibly torn index; they are checked when there is no other work */
    public JournalMaintenance(final Path directory, final JournalSettings settings, final List<Path> sealed) {
        this.directory = directory;
        this.settings = settings;
        this.sweep = new RetentionSweep(directory, settings.retention(), reports);
        this.clock = new SteadyEpochClock(settings.clocks());
        this.unchecked = new ArrayDeque<>(sealed);
        this.sparePath = directory.resolve(".spare");
        final long nowNs = settings.clocks().monotonic().nanoTime();
        this.spareRetryNs = nowNs;
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
        if (nowNs - sweptNs >= SECOND_NS || work > 0 && !settings.retention().equals(Retention.ALL)) {
            sweptNs = nowNs;
            work += sweep.run(clock, active);
        }
        return work == 0 ? checkIndex() : work;
    }

    /** Rebuilds the next index if it is torn. A start with many segments does not wait for this. */
    private int checkIndex() {
        final Path segment = unchecked.poll();
        if (segment == null) {
            return 0;
        }
        try {
            if (SegmentRepair.repairIndex(segment, new Window())) {
                reports.add("the index of " + segment + " was missing or torn: rebuilt");
            }
        } catch (final BusException e) {
            if (Files.exists(segment)) { // else retention has removed it
                reports.add("cannot check the index of " + segment + ": " + e.getMessage());
            }
        }
        return 1;
    }

    /** Reports since the last call, for a person. Any one thread. */
    public MaintenanceReports reports() {
        return reports;
    }

    /** Allocates the first segment, so that the first message neither waits for it nor finds the disk full. */
    public void allocateFirst() {
        spare.set(allocateSpare());
    }

    /** A segment was opened; another one will be needed. Called by the recording thread. */
    public void opened(final SegmentWriter segment) {
        active.add(segment);
        namesChanged = true;
        spareWanted = true;
    }

    /** A segment is full, or its session is over. Called by the recording thread, which does not use it afterwards. */
    public void retire(final SegmentWriter segment) {
        if (settings.durability() instanceof Durability.EveryBatch) {
            syncNow(); // it leaves the active segments before the batch ends
        }
        active.remove(segment); // in this order: a retired segment may be unmapped at any time
        retired.add(segment);
    }

    /**
     * Whether an earlier recorder's segment, the newest of its session, remains because another one follows. Called by
     * the recording thread.
     *
     * @param newest segment of a session that is continued
     * @return false if retention has removed it, or is about to
     */
    public boolean keeps(final Path newest) {
        return sweep.keeps(newest);
    }

    /** An earlier recorder's segment is followed by one without a record yet. Called by the recording thread. */
    public void followed(final Path segment, final long first) {
        try {
            SegmentNote.FOLLOWING.write(segment, first);
        } catch (final BusException e) {
            reports.add("a later loss of the segment after " + segment + " will not be noticed: " + e.getMessage());
        }
    }

    /** The spare segment file, or null. Called by the recording thread. */
    public MappedFile takeSpare() {
        return spare.getAndSet(null);
    }

    /** Syncs everything, on the calling thread. */
    public void syncNow() {
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

    /** Throws a failure of the housekeeping thread. */
    public void check() {
        if (failure != null) {
            reported = true;
            throw failure;
        }
    }

    /** Throws a failure that {@link #check} has not thrown. */
    public void checkUnreported() {
        if (failure != null && !reported) {
            throw new BusException(failure.getMessage(), failure);
        }
    }

    /** Does the remaining work after the last record, on the calling thread. */
    public void finish() {
        active.forEach(this::retire);
        retire();
        final MappedFile unused = takeSpare();
        if (unused != null) {
            unused.unlink();
            unused.close();
        }
    }

    /** Releases everything as it is. */
    public void abandon() {
        active.forEach(SegmentWriter::close);
        retired.forEach(SegmentWriter::close);
        final MappedFile unused = takeSpare();
        if (unused != null) {
            unused.close();
        }
    }

    private int prepare(final long nowNs) {
        if (!spareWanted || spare.get() != null || nowNs - spareRetryNs < 0) {
            return 0;
        }
        try {
            spare.set(allocateSpare());
            return 1;
        } catch (final BusException e) {
            // The recording thread gets the error if there is still no room when it needs the segment.
            spareRetryNs = nowNs + SECOND_NS;
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
            assert failure != null : "check() throws it on the recording thread";
        }
    }

    /** Records a failure of the thread, such as a segment that cannot be removed. */
    public void failed(final Throwable t) {
        BusException reported = outOfMemory;
        try {
            reported = t instanceof BusException e ? e : new BusException("journal maintenance has failed: " + t, t);
        } catch (final OutOfMemoryError unprinted) {
            // A recorder whose maintenance has ended must not continue as if nothing were wrong.
        }
        fail(reported);
    }

    private void fail(final BusException e) {
        if (failure == null) {
            failure = e;
        }
    }

    /** Without this, a new file may not exist after a power cut. */
    private void syncNames() {
        try (FileChannel names = FileChannel.open(directory)) {
            names.force(true);
        } catch (final IOException e) {
            throw new BusException("cannot sync directory " + directory + ": " + OsErrors.of(e), e);
        }
    }
}
