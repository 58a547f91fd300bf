package io.verbus.internal.journal;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.verbus.BusException;
import io.verbus.internal.os.OsErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The files in a journal's directory that have the name of a segment. */
public final class SegmentList {
    private SegmentList() {
    }

    /**
     * All segments, ordered by session, then by first sequence.
     *
     * @param directory of the journal
     * @return their paths
     * @throws BusException if the directory does not exist, or can't be listed
     */
    public static List<Path> of(final Path directory) {
        return list(directory, SegmentName::matches);
    }

    /**
     * The segments that recorders have set aside because they could not read them, and from whose first sequence on the
     * journal has nothing of the session. If it has, its records and its recorded losses account for them.
     *
     * @param directory of the journal
     * @return their paths, ordered by name
     * @throws BusException if the directory does not exist, or can't be listed
     */
    public static List<Path> setAside(final Path directory) {
        final Window window = new Window();
        return list(directory, SegmentName::isSetAside).stream()
                .filter(aside -> of(directory, SegmentName.session(aside)).stream()
                        .noneMatch(segment -> continues(segment, SegmentName.first(aside), window)))
                .toList();
    }

    /** Whether a segment can be read, and begins with a sequence or contains it. */
    private static boolean continues(final Path segment, final long sequence, final Window window) {
        if (SegmentName.first(segment) > sequence) {
            return false;
        }
        try (SegmentReader reader = SegmentReader.open(segment, window)) {
            if (SegmentName.first(segment) < sequence) {
                new SegmentIndex(reader).seek(Long.MAX_VALUE);
            }
            return SegmentName.first(segment) == sequence || reader.next() > sequence;
        } catch (final BusException e) {
            return false; // it is reported itself
        }
    }

    /** Whether a segment exists under its name, or was set aside. */
    static boolean has(final Path directory, final long session, final long first) {
        return Files.exists(SegmentName.of(directory, session, first), LinkOption.NOFOLLOW_LINKS)
                || list(directory, SegmentName::isSetAside).stream()
                        .anyMatch(aside -> SegmentName.session(aside) == session && SegmentName.first(aside) == first);
    }

    private static List<Path> list(final Path directory, final Predicate<Path> isSelected) {
        if (!Files.isDirectory(directory)) {
            throw new BusException("there is no journal in " + directory + ": " + (Files.exists(directory)
                    ? "it is a file; name a directory"
                    : "no such directory"));
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(isSelected).sorted().toList();
        } catch (final IOException e) {
            throw new BusException("cannot list " + directory + ": " + OsErrors.of(e), e);
        }
    }

    /**
     * The segments of one session, ordered by first sequence.
     *
     * @param directory of the journal
     * @param session its id
     * @return their paths; empty if there is no such session
     * @throws BusException if the directory does not exist, or can't be listed
     */
    public static List<Path> of(final Path directory, final long session) {
        return bySession(directory).getOrDefault(session, List.of());
    }

    /**
     * The segments of each session, ordered by first sequence.
     *
     * @param directory of the journal
     * @return paths by session id
     * @throws BusException if the directory does not exist, or can't be listed
     */
    public static Map<Long, List<Path>> bySession(final Path directory) {
        return of(directory).stream().collect(groupingBy(SegmentName::session, TreeMap::new,
                toList()));
    }
}
