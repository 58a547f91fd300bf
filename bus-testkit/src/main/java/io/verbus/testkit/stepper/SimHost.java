package io.verbus.testkit.stepper;

import io.verbus.monitor.BusCounters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The shared memory of one host: where its processes meet. */
final class SimHost {
    /** The only stream of a history. */
    static final String STREAM = "s";

    private final Path root;
    private final Path stream;
    private FileTime lastChange = FileTime.fromMillis(0);
    private long changes;

    SimHost(final Path root) {
        this.root = root;
        this.stream = root.resolve(STREAM);
    }

    Path root() {
        return root;
    }

    boolean hasLog(final long session) {
        return Files.exists(stream.resolve(HexFormat.of().toHexDigits(session) + ".log"));
    }

    /**
     * The change time of the directory announces a new or removed file. The file system's clock is not the virtual
     * clock: a virtual second may be a microsecond of its time. So each step that changed the directory sets a virtual
     * time.
     */
    void settle() {
        try {
            if (!Files.getLastModifiedTime(stream).equals(lastChange)) {
                lastChange = FileTime.fromMillis(++changes);
                Files.setLastModifiedTime(stream, lastChange);
            }
        } catch (final NoSuchFileException e) {
            lastChange = null; // the directory appears with its first file and disappears with its last
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The existing files, relative to the root, except the two that outlive all processes. */
    List<String> files() {
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(Files::isRegularFile).map(file -> root.relativize(file).toString())
                    .filter(file -> !file.equals(".losses") && !file.equals(".changes")).sorted().toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The values of all counters, by label. */
    Map<String, Long> counters() {
        final Map<String, Long> values = new HashMap<>();
        for (final String file : files()) {
            if (file.endsWith(".counters")) {
                BusCounters.read(root.resolve(file), counters -> counters.forEach(
                        (id, type, key, label) -> values.put(label, counters.getCounterValue(id))));
            }
        }
        return values;
    }
}
