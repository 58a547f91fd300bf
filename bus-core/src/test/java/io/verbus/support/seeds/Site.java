package io.verbus.support.seeds;

import io.verbus.monitor.BusCounters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One host of a history: its name, and the shared memory where its processes meet. */
public final class Site {
    private final String name;
    private final Path root;
    private final Map<String, FileTime> lastChanges = new HashMap<>();
    private final List<String> streams = new ArrayList<>();
    private long changes;

    public Site(final String name, final Path root) {
        this.name = name;
        this.root = root;
    }

    public String name() {
        return name;
    }

    public Path root() {
        return root;
    }

    /**
     * The change time of a directory announces a new or removed file. The file system's clock is not the virtual clock:
     * a virtual second may be a microsecond of its time. So every changed directory gets a virtual time.
     */
    public void settle() {
        if (settle("")) {
            streams.clear();
            final String[] names = root.toFile().list();
            Stream.of(names == null ? new String[0] : names).filter(name -> !name.startsWith(".")).sorted()
                    .forEach(streams::add);
        }
        streams.forEach(this::settle);
    }

    /** Returns whether a directory has changed. */
    private boolean settle(final String directory) {
        final Path path = root.resolve(directory);
        try {
            if (Files.getLastModifiedTime(path).equals(lastChanges.get(directory))) {
                return false;
            }
            final FileTime time = FileTime.fromMillis(++changes);
            Files.setLastModifiedTime(path, time);
            lastChanges.put(directory, time);
        } catch (final NoSuchFileException e) {
            lastChanges.remove(directory);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return true;
    }

    /** Whether a stream has the log of a session. */
    public boolean hasLog(final String stream, final long session) {
        return Files.exists(root.resolve(stream).resolve(HexFormat.of().toHexDigits(session) + ".log"));
    }

    /** The values of all counters, by label. */
    public Map<String, Long> counters() {
        final Map<String, Long> values = new HashMap<>();
        for (final String file : files()) {
            if (file.endsWith(".counters")) {
                BusCounters.read(root.resolve(file), counters -> counters.forEach(
                        (id, type, key, label) -> values.put(label, counters.getCounterValue(id))));
            }
        }
        return values;
    }

    /** Directories of streams without a file in them. */
    public List<String> emptyDirectories() {
        try (Stream<Path> walk = Files.list(root)) {
            return walk.filter(Files::isDirectory)
                    .filter(directory -> !directory.getFileName().toString().startsWith("."))
                    .filter(directory -> directory.toFile().list().length == 0)
                    .map(directory -> root.relativize(directory).toString()).sorted().toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The existing files, except the two that outlive all processes. */
    public List<String> files() {
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(Files::isRegularFile).map(file -> root.relativize(file).toString())
                    .filter(file -> !file.equals(".losses") && !file.equals(".changes")).sorted().toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
