package io.verbus.internal.journal;

import java.nio.file.Path;

/** Damages of a journal in words for a person. */
public final class DamageText {
    private DamageText() {
    }

    /**
     * Adds the unreadable range to a damage.
     *
     * @param damage in words
     * @param first sequence that cannot be read
     * @param last sequence that cannot be read; below the first if there is none
     * @return one message for a person
     */
    public static String withRange(final String damage, final long first, final long last) {
        return first > last
                ? damage
                : damage + "; " + (first == last
                        ? "sequence " + first + " cannot be read"
                        : "sequences " + first + " to " + last + " cannot be read");
    }

    /**
     * Describes an unsealed segment whose records end before the following segment begins. The recorder, or its host,
     * stopped before it sealed the segment, and the last writes are not on the disk.
     *
     * @param segment path of the unsealed segment
     * @param next sequence after its last record
     * @param following first sequence of the following segment
     * @return one message for a person
     */
    public static String shortTail(final Path segment, final long next, final long following) {
        return segment + " was not sealed and ends before sequence " + next + ", the next segment begins with "
                + following + ": the end of its records was not written to disk, or another segment is missing";
    }

    /**
     * Describes a file that is missing, as a note in the segment beside it proves.
     *
     * @param directory of the journal
     * @param sequence the first one in the missing segment
     * @return one message for a person
     */
    public static String absent(final Path directory, final long sequence) {
        return "the journal in " + directory + " has no segment with sequence " + sequence
                + ", and retention has not removed it: restore the file from a copy";
    }
}
