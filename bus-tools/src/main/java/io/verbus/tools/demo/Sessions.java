package io.verbus.tools.demo;

import io.verbus.BusException;
import io.verbus.itch.generator.BinaryFileSink;
import io.verbus.itch.generator.ItchGenerator;
import io.verbus.itch.generator.SessionShape;
import io.verbus.sample.publisher.itch.ItchFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is played.
 *
 * @param name of the session, for people
 * @param paced as much of it as the run at a rate has time for
 * @param full as much of it as the run at full speed plays
 */
record Sessions(String name, Excerpt paced, Excerpt full) {
    /** Shorter sessions than this are not a whole day: the beginning of the long one is played instead. */
    static final long SHORTEST_DAY = 100_000;

    private static final long SEED = 20191230;

    /** The generator's sessions: two days of different length, or a day and its beginning. */
    static Sessions generated(final Rate rate, final long fullMessages, final Workspace workspace) {
        final Excerpt full = generate(fullMessages, workspace.file("session.itch"));
        final Excerpt paced;
        if (rate.messages() >= fullMessages && rate.spanNs() == Long.MAX_VALUE) {
            paced = full;
        } else if (rate.messages() < SHORTEST_DAY || rate.spanNs() != Long.MAX_VALUE) {
            paced = Excerpt.copy(full.file(), workspace.file("paced.itch"), rate.messages(), rate.spanNs());
        } else {
            paced = generate(rate.messages(), workspace.file("paced.itch"));
        }
        return new Sessions("a generated NASDAQ ITCH session (seed " + SEED + ")", paced, full);
    }

    /** The beginning of a file; the name stays, because the feed reads the date out of it. */
    static Sessions of(final Path itch, final Rate rate, final long fullMessages, final Workspace workspace) {
        ItchFiles.requireItch(itch);
        final String name = itch.getFileName().toString();
        final Excerpt full = Excerpt.copy(itch, workspace.file("full-" + bare(name)), fullMessages, Long.MAX_VALUE);
        final Excerpt paced = Excerpt.copy(full.file(), workspace.file("paced-" + bare(name)), rate.messages(),
                rate.spanNs());
        return new Sessions(full.isWhole() ? name : "the beginning of " + name, paced, full);
    }

    private static Excerpt generate(final long messages, final Path file) {
        try (BinaryFileSink sink = new BinaryFileSink(file)) {
            ItchGenerator.generate(SessionShape.of(SEED, messages), sink);
        } catch (final IOException e) {
            throw new BusException("can't write the generated session " + file + ": " + e.getMessage(), e);
        } catch (final UncheckedIOException e) {
            throw new BusException("can't write the generated session " + file + ": " + e.getCause().getMessage(), e);
        }
        return new Excerpt(file, messages, true, Optional.empty());
    }

    private static String bare(final String name) {
        return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    }
}
