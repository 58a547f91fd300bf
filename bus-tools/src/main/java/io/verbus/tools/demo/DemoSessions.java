package io.verbus.tools.demo;

import io.verbus.BusException;
import io.verbus.marketdata.generator.BinaryFileSink;
import io.verbus.marketdata.generator.ItchGenerator;
import io.verbus.marketdata.generator.SessionShape;
import io.verbus.marketdata.feed.ItchFileName;
import io.verbus.marketdata.itch.ItchFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The sessions that the demo plays.
 *
 * @param name of the session, as text
 * @param paced session of the run at a fixed rate
 * @param full session of the run at full speed
 */
record DemoSessions(String name, Excerpt paced, Excerpt full) {
    /** Minimum length of a generated day. A shorter run plays the beginning of the full session instead. */
    static final long MIN_DAY = 100_000;

    private static final long SEED = 20191230;
    /** Part of the name of a file without a date: the feed requires one, and no result of the demo depends on it. */
    private static final String DAY = "20191230";

    /** Generates the sessions: two days of different length, or one day and its beginning. */
    static DemoSessions generated(final Rate rate, final long fullMessages, final Workspace workspace) {
        final Excerpt full = generate(fullMessages, workspace.file(DAY + "-session.itch"));
        final Excerpt paced;
        if (rate.messages() >= fullMessages && rate.spanNs() == Long.MAX_VALUE) {
            paced = full;
        } else if (rate.messages() < MIN_DAY || rate.spanNs() != Long.MAX_VALUE) {
            paced = Excerpt.copy(full.file(), workspace.file(DAY + "-paced.itch"), rate.messages(), rate.spanNs());
        } else {
            paced = generate(rate.messages(), workspace.file(DAY + "-paced.itch"));
        }
        return new DemoSessions("a generated NASDAQ ITCH session (seed " + SEED + ")", paced, full);
    }

    /** Copies the beginning of a file. Keeps its name, because the feed derives the date from it. */
    static DemoSessions of(final Path itch, final Rate rate, final long fullMessages, final Workspace workspace) {
        ItchFiles.requireItch(itch);
        final String name = itch.getFileName().toString();
        final Excerpt full = Excerpt.copy(itch, workspace.file("full-" + dated(name)), fullMessages, Long.MAX_VALUE);
        final Excerpt paced = rate == Rate.NONE
                ? full
                : Excerpt.copy(full.file(), workspace.file("paced-" + dated(name)), rate.messages(), rate.spanNs());
        return new DemoSessions(full.isWhole() ? name : "the beginning of " + name, paced, full);
    }

    private static Excerpt generate(final long messages, final Path file) {
        try (BinaryFileSink sink = new BinaryFileSink(file)) {
            ItchGenerator.generate(SessionShape.of(SEED, messages), sink);
        } catch (final IOException e) {
            throw new BusException("cannot write the generated session " + file + ": " + e.getMessage(), e);
        } catch (final UncheckedIOException e) {
            throw new BusException("cannot write the generated session " + file + ": " + e.getCause().getMessage(), e);
        }
        return new Excerpt(file, messages, true, Optional.empty());
    }

    private static String dated(final String name) {
        final String bare = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        return ItchFileName.of(Path.of(name)).day() == null ? DAY + "-" + bare : bare;
    }
}
