package io.verbus.testkit.simulator;

import io.verbus.BusException;
import io.verbus.internal.journal.SegmentList;
import io.verbus.internal.journal.SegmentName;
import io.verbus.internal.journal.SegmentReader;
import io.verbus.internal.journal.Window;
import io.verbus.journal.Retention;
import io.verbus.support.seeds.Dice;
import io.verbus.support.seeds.Violation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks retention: after a sweep the journal is within its limits, and nothing younger than the age was removed. */
final class Retained {
    private static final long BYTES = 128 * 1024;
    private static final int SHORT = 1 << 15;
    private static final Duration AGE = Duration.ofSeconds(20);
    /** All messages of a poll have the receive time of its beginning. */
    private static final Duration LONGEST_POLL = SimPopulation.STOP_IN_HANDLER;
    /** A sweep is due each second. */
    private static final Duration SWEEP = Duration.ofSeconds(2);

    /** Clock steps that are followed at once, with some time between two readings. */
    private static final long STEP_NS = Duration.ofSeconds(61).toNanos();
    /** After this time a larger step is followed too. */
    private static final long BELIEVED_NS = Duration.ofMinutes(9).toNanos();

    private final World world;
    private final Disk disk;
    private final Retention retention;
    /** By session, the first sequence at the last check. */
    private final Map<Long, Long> firsts = new HashMap<>();
    /** The error of the clock when the recorder started. */
    private long setByNs;
    private long agreedNs;
    private boolean begun;
    private boolean isTrusted = true;

    Retained(final World world, final Disk disk, final Retention retention) {
        this.world = world;
        this.disk = disk;
        this.retention = retention;
    }

    /** By bytes, by age, by both, or none. */
    static Retention any(final Dice dice) {
        return switch (dice.below(4)) {
            case 0 -> new Retention(BYTES, Retention.ALL.age());
            case 1 -> new Retention(Retention.ALL.bytes(), AGE);
            case 2 -> new Retention(BYTES, AGE);
            default -> Retention.ALL;
        };
    }

    /** Short segments if their number is limited, so that some are sealed, and some exceed the limit. */
    static int segmentLength(final Retention retention, final Dice dice) {
        return retention.bytes() == BYTES ? SHORT : dice.pick(List.of(SHORT, 2 * SHORT, 4 * SHORT));
    }

    private boolean isByAge() {
        return retention.age().equals(AGE);
    }

    /** A recorder has started, with the time of the wall clock, and has repaired the journal. */
    void begin() {
        isTrusted &= !begun || world.time().setByNs() == setByNs;
        begun = true;
        firsts.clear();
        setByNs = world.time().setByNs();
    }

    /** A step of a minute or less is followed at once, and a larger one after ten minutes. */
    private boolean isTrusted() {
        final long stepNs = Math.abs(world.time().setByNs() - setByNs);
        if (stepNs == 0) {
            agreedNs = world.time().nowNs();
        }
        isTrusted &= stepNs == 0 || stepNs > STEP_NS && world.time().nowNs() - agreedNs < BELIEVED_NS;
        return isTrusted;
    }

    /** After each possible sweep: every message removed since the last check was older than the age. */
    void look() {
        if (!isByAge() || !isTrusted()) {
            return;
        }
        SegmentList.bySession(disk.journal()).forEach((session, segments) -> {
            final long first = SegmentName.first(segments.getFirst());
            final Long before = firsts.put(session, first);
            if (before != null && first > before) {
                world.count(SimEvent.RETIRED);
                final SimPublication feed = world.session(session);
                final long old = feed.committedBefore(world.time().nowNs() - AGE.minus(LONGEST_POLL).toNanos());
                if (retention.bytes() != BYTES && first > old) {
                    throw new Violation("retention has removed message " + (first - 1) + " of " + feed
                            + ", but only those before " + old + " are older than " + AGE);
                }
            }
        });
    }

    /** After a sweep: the limit of bytes is met, or no removable sealed segment is left. */
    void judgeBytes() {
        if (retention.bytes() != BYTES || disk.hasRefused()) {
            return;
        }
        long bytes = 0;
        int sealed = 0;
        for (final Path segment : SegmentList.of(disk.journal())) {
            try (SegmentReader reader = SegmentReader.open(segment, new Window())) {
                bytes += reader.seal() == null ? segment.toFile().length() : reader.seal().end();
                sealed += reader.seal() == null ? 0 : 1;
            } catch (final BusException e) {
                assert disk.isRotten() : "it cannot be checked, and remains";
            }
        }
        if (bytes > BYTES && sealed > 0) {
            throw new Violation("the journal takes " + bytes + " bytes and is to keep " + BYTES + ", and " + sealed
                    + " segments can be removed");
        }
    }

    /** After sweeps without other work: no sealed segment is older than the limit. */
    void judgeAge() {
        if (!isByAge() || disk.hasRefused() || !isTrusted() || world.time().setByNs() != setByNs) {
            return;
        }
        final long oldestNs = world.time().clocks().epoch().nanoTime() - AGE.plus(SWEEP).toNanos();
        for (final List<Path> segments : SegmentList.bySession(disk.journal()).values()) {
            for (final Path segment : segments) {
                try (SegmentReader reader = SegmentReader.open(segment, new Window())) {
                    if (reader.seal() != null && reader.seal().receivedNs() < oldestNs) {
                        throw new Violation(segment.getFileName() + " is older than " + AGE + ", and is not removed");
                    }
                } catch (final BusException e) {
                    assert disk.isRotten() : "it cannot be checked, and remains";
                }
            }
        }
    }
}
