package io.verbus.journal;

import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.internal.journal.SegmentFiles;
import io.verbus.internal.journal.SegmentLayout;

/**
 * Settings of a journal that is written.
 *
 * @param segmentLength of each file in bytes, 16 KiB to 1 GiB; a message that does not fit gets a longer segment
 * @param durability when records must be on the disk
 * @param retention how much of it is kept
 * @param files source of new segments
 * @param clocks of the journal
 * @param ownThread whether a thread of the journal prepares, syncs and removes files; else the caller calls {@link
 *     JournalWriter#doWork()}
 */
@SuppressWarnings("exports") // only tests have files of their own
public record JournalSettings(int segmentLength, Durability durability, Retention retention, SegmentFiles files,
        Clocks clocks, boolean ownThread) {
    /** Length of a segment unless set otherwise: 128 MiB. */
    public static final int DEFAULT_SEGMENT_LENGTH = 128 << 20;

    /** Rejects an invalid segment length. */
    public JournalSettings {
        if (segmentLength < SegmentLayout.MIN_LENGTH || segmentLength > SegmentLayout.MAX_LENGTH) {
            throw new BusException("invalid segment length " + segmentLength + ": use bytes from "
                    + SegmentLayout.MIN_LENGTH + " to " + SegmentLayout.MAX_LENGTH);
        }
    }

    /** {@return segments of 128 MiB, synced when the kernel decides, kept without limit} */
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
     * @param newDurability when records must be on the disk
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
     * @param newFiles source of new segments
     * @return settings
     */
    public JournalSettings withFiles(final SegmentFiles newFiles) {
        return new JournalSettings(segmentLength, durability, retention, newFiles, clocks, ownThread);
    }

    /**
     * With other clocks and no thread: for tests and simulations.
     *
     * @param newClocks of the journal
     * @return settings
     */
    public JournalSettings steppedBy(final Clocks newClocks) {
        return new JournalSettings(segmentLength, durability, retention, files, newClocks, false);
    }
}
