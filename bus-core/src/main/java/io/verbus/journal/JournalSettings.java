package io.verbus.journal;

import io.verbus.BusException;
import io.verbus.journal.segment.SegmentLayout;
import io.verbus.time.Clocks;

/**
 * How a journal is written.
 *
 * @param segmentLength of each file in bytes, 16 KiB to 1 GiB; one that a message does not fit into is longer
 * @param durability when it has to be on the disk
 * @param retention how much of it is kept
 * @param files where new segments come from
 * @param clocks what time it is
 * @param ownThread whether files are prepared, synced and removed by a thread of the journal; else
 *     {@link JournalWriter#doWork()} has to be called
 */
public record JournalSettings(int segmentLength, Durability durability, Retention retention, SegmentFiles files,
        Clocks clocks, boolean ownThread) {
    /** Length of a segment unless set otherwise: 128 MiB. */
    public static final int DEFAULT_SEGMENT_LENGTH = 128 << 20;

    /** Refuses a length that no segment can have. */
    public JournalSettings {
        if (segmentLength < SegmentLayout.MIN_LENGTH || segmentLength > SegmentLayout.MAX_LENGTH) {
            throw new BusException("a segment of " + segmentLength + " bytes: it must be from "
                    + SegmentLayout.MIN_LENGTH + " to " + SegmentLayout.MAX_LENGTH);
        }
    }

    /** {@return segments of 128 MiB, durable when the kernel likes, kept for ever} */
    public static JournalSettings defaults() {
        return new JournalSettings(DEFAULT_SEGMENT_LENGTH, Durability.none(), Retention.ALL, SegmentFiles.ALLOCATED,
                Clocks.SYSTEM, true);
    }

    /**
     * With another length.
     *
     * @param newSegmentLength in bytes, 16 KiB to 1 GiB
     * @return settings
     */
    public JournalSettings withSegmentLength(final int newSegmentLength) {
        return new JournalSettings(newSegmentLength, durability, retention, files, clocks, ownThread);
    }

    /**
     * With another durability.
     *
     * @param newDurability when it has to be on the disk
     * @return settings
     */
    public JournalSettings withDurability(final Durability newDurability) {
        return new JournalSettings(segmentLength, newDurability, retention, files, clocks, ownThread);
    }

    /**
     * With another retention.
     *
     * @param newRetention how much is kept
     * @return settings
     */
    public JournalSettings withRetention(final Retention newRetention) {
        return new JournalSettings(segmentLength, durability, newRetention, files, clocks, ownThread);
    }

    /**
     * With other files.
     *
     * @param newFiles where segments come from
     * @return settings
     */
    public JournalSettings withFiles(final SegmentFiles newFiles) {
        return new JournalSettings(segmentLength, durability, retention, newFiles, clocks, ownThread);
    }

    /**
     * With other clocks, and without a thread: for tests and simulations.
     *
     * @param newClocks what time it is
     * @return settings
     */
    public JournalSettings steppedBy(final Clocks newClocks) {
        return new JournalSettings(segmentLength, durability, retention, files, newClocks, false);
    }
}
