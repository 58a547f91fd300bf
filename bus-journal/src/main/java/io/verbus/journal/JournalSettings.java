package io.verbus.journal;

import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.ImmutableSettings;
import io.verbus.internal.journal.SegmentFiles;
import io.verbus.internal.journal.SegmentLayout;

/** Settings of a journal that is written. Immutable: each {@code with} method returns changed settings. */
@SuppressWarnings("exports") // only tests have files of their own
public final class JournalSettings extends ImmutableSettings<JournalSettings> {
    /** Length of a segment unless set otherwise: 128 MiB. */
    public static final int DEFAULT_SEGMENT_LENGTH = 128 << 20;

    private int segmentLength = DEFAULT_SEGMENT_LENGTH;
    private Durability durability = Durability.none();
    private Retention retention = Retention.ALL;
    private SegmentFiles files = SegmentFiles.ALLOCATED;
    private Clocks clocks = Clocks.SYSTEM;
    private boolean ownThread = true;

    private JournalSettings() {
    }

    /** {@return segments of 128 MiB, synced when the kernel decides, kept without limit} */
    public static JournalSettings defaults() {
        return new JournalSettings();
    }

    /**
     * With another length.
     *
     * @param newSegmentLength in bytes, 16 KiB to 1 GiB
     * @return settings
     */
    public JournalSettings withSegmentLength(final int newSegmentLength) {
        return with(copy -> copy.segmentLength = newSegmentLength);
    }

    /**
     * With another durability.
     *
     * @param newDurability when records must be on the disk
     * @return settings
     */
    public JournalSettings withDurability(final Durability newDurability) {
        return with(copy -> copy.durability = newDurability);
    }

    /**
     * With another retention.
     *
     * @param newRetention how much is kept
     * @return settings
     */
    public JournalSettings withRetention(final Retention newRetention) {
        return with(copy -> copy.retention = newRetention);
    }

    /**
     * With other files.
     *
     * @param newFiles source of new segments
     * @return settings
     */
    public JournalSettings withFiles(final SegmentFiles newFiles) {
        return with(copy -> copy.files = newFiles);
    }

    /**
     * With other clocks and no thread: for tests and simulations.
     *
     * @param newClocks of the journal
     * @return settings
     */
    public JournalSettings steppedBy(final Clocks newClocks) {
        return with(copy -> {
            copy.clocks = newClocks;
            copy.ownThread = false;
        });
    }

    /** {@return length of each file in bytes, 16 KiB to 1 GiB; a message that does not fit gets a longer segment} */
    public int segmentLength() {
        return segmentLength;
    }

    /** {@return when records must be on the disk} */
    public Durability durability() {
        return durability;
    }

    /** {@return how much of it is kept} */
    public Retention retention() {
        return retention;
    }

    /** {@return source of new segments} */
    public SegmentFiles files() {
        return files;
    }

    /** {@return clocks of the journal} */
    public Clocks clocks() {
        return clocks;
    }

    boolean ownThread() {
        return ownThread;
    }

    @Override
    protected void check() {
        if (segmentLength < SegmentLayout.MIN_LENGTH || segmentLength > SegmentLayout.MAX_LENGTH) {
            throw new BusException("invalid segment length " + segmentLength + ": use bytes from "
                    + SegmentLayout.MIN_LENGTH + " to " + SegmentLayout.MAX_LENGTH);
        }
    }
}
