package io.verbus.system.soak;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The role of a process. */
enum Role {
    /** With a snapshotter. */
    FEED("feed", "--rate", "20000/s", "--loop", "1000000", "--snapshots", "--snapshot-interval", "5", "--capacity",
            "1M"),
    /** Serves ranges. */
    RECORDER("record", "--segment-size", "1M", "--retain-bytes", "32M", "--serve"),
    /** Never restarted, so that its memory and descriptors show leaks. */
    STEADY_RECORDER("record", "--segment-size", "1M", "--retain-bytes", "32M"), BOOK("book", "--idle", "sleep"),
    /** Joins late, and repairs from the journal. */
    LATE_BOOK("book", "--idle", "sleep", "--policy", "skip", "--join", "journal"),
    /** Joins late, with a snapshot. */
    SNAPSHOT_BOOK("book", "--idle", "sleep", "--policy", "skip", "--join", "snapshot");

    static final String STREAM = "soak";

    private final List<String> words;

    Role(final String... words) {
        this.words = List.of(words);
    }

    boolean isRestarted() {
        return this != STEADY_RECORDER;
    }

    /** Name in files and on the page. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Arguments of {@code ./bus}. */
    List<String> arguments(final Path directory, final Path session) {
        final List<String> arguments = new ArrayList<>(words);
        arguments.addAll(1, List.of("--stream", STREAM));
        switch (this) {
            case FEED -> arguments.addAll(List.of("--itch", session.toString()));
            case RECORDER, STEADY_RECORDER -> arguments.addAll(List.of("--dir", journal(directory).toString()));
            default -> {
            } // books need no file
        }
        return arguments;
    }

    /** Where a recorder writes. */
    Path journal(final Path directory) {
        return directory.resolve("journal-" + label());
    }
}
