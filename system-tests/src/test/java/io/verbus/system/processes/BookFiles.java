package io.verbus.system.processes;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The order books of one test: starts the command and reads its output files. */
public final class BookFiles {
    private static final String COUNT = "messages.";

    private final Path bookOut;
    private final Path summary;
    private Properties values;

    /** Output files of this name in a folder. */
    public BookFiles(final Path folder, final String name) {
        bookOut = folder.resolve(name + ".levels");
        summary = folder.resolve(name + ".summary");
    }

    /** Starts {@code ./bus book} with a yielding idle strategy, because tests may run on a busy machine. */
    public Command start(final Path bus, final Object... more) throws IOException {
        return startOn("md.itch", bus, more);
    }

    /** As {@link #start}, on another stream. */
    public Command startOn(final String stream, final Path bus, final Object... more) throws IOException {
        return start(stream, bus, "yield", more);
    }

    /** As {@link #startOn}, leaving the processors to others while nothing arrives. */
    public Command startSleepingOn(final String stream, final Path bus, final Object... more) throws IOException {
        return start(stream, bus, "sleep", more);
    }

    private Command start(final String stream, final Path bus, final String idle, final Object... more)
            throws IOException {
        final Object[] arguments = new Object[9 + more.length];
        System.arraycopy(new Object[]{"book", "--stream", stream, "--idle", idle, "--book-out", bookOut,
                "--summary", summary}, 0, arguments, 0, 9);
        System.arraycopy(more, 0, arguments, 9, more.length);
        return Command.start(bus, arguments);
    }

    /** The final price levels. */
    public String levels() throws IOException {
        return Files.readString(bookOut);
    }

    /** A value of the summary. */
    public String value(final String key) throws IOException {
        return values().getProperty(key);
    }

    /** A number of the summary. */
    public long number(final String key) throws IOException {
        return Long.parseLong(value(key));
    }

    /** Number of messages of each type that occurred. */
    public Map<String, Long> counts() throws IOException {
        final Map<String, Long> counts = new TreeMap<>();
        for (final String key : values().stringPropertyNames()) {
            if (key.startsWith(COUNT) && number(key) > 0) {
                counts.put(key.substring(COUNT.length()), number(key));
            }
        }
        return counts;
    }

    private Properties values() throws IOException {
        if (values == null) {
            values = new Properties();
            try (Reader reader = Files.newBufferedReader(summary)) {
                values.load(reader);
            }
        }
        return values;
    }
}
