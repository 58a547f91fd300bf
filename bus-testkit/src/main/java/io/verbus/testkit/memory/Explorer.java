package io.verbus.testkit.memory;

import io.verbus.internal.os.FileAccess;
import io.verbus.support.mutant.FreshClasses;
import io.verbus.support.mutant.Mutant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs a scenario, of unchanged or mutated classes, under many interleavings. One explorer at a time. */
public final class Explorer {
    private final FreshClasses classes;
    private final Class<? extends Scenario> scenario;

    private final Path directory;

    private Explorer(final Class<? extends Scenario> scenario, final Path directory,
            final Map<String, byte[]> replaced) {
        this.scenario = scenario;
        this.directory = directory;
        this.classes = new FreshClasses(replaced,
                name -> !name.startsWith(Explorer.class.getPackageName() + ".")
                        && !name.equals(FileAccess.class.getName()), // in a signature of WeakFile
                (name, bytes) -> Weakener.rewrite(bytes));
    }

    /**
     * Explores the bus unchanged.
     *
     * @param scenario with a constructor without parameters
     * @param directory for everything except memory
     */
    public static Explorer of(final Class<? extends Scenario> scenario, final Path directory) {
        return new Explorer(scenario, directory, Map.of());
    }

    /** Explores a mutant. */
    public static Explorer of(final Class<? extends Scenario> scenario, final Path directory, final Mutant mutant) {
        return new Explorer(scenario, directory, mutant.classes());
    }

    /**
     * Explores until a failure.
     *
     * @param firstSeed of the first interleaving; the next ones are consecutive
     * @param histories how many at most
     */
    public Outcomes explore(final long firstSeed, final int histories) {
        final Map<String, Integer> counts = new TreeMap<>();
        synchronized (Explorer.class) {
            for (int i = 0; i < histories; i++) {
                final long seed = firstSeed + i;
                final Interleaving interleaving = new Interleaving(seed, directory, false);
                final String outcome = play(interleaving);
                if (interleaving.failure() != null) {
                    return new Outcomes(counts, i + 1, new Outcomes.Failure(seed, interleaving.failure(), trace(seed)));
                }
                counts.merge(outcome, 1, Integer::sum);
            }
        }
        return new Outcomes(counts, histories, null);
    }

    private List<String> trace(final long seed) {
        final Interleaving again = new Interleaving(seed, directory, true);
        play(again);
        return again.trace();
    }

    private String play(final Interleaving interleaving) {
        final Scenario played = (Scenario) classes.make(scenario);
        try {
            played.stage(interleaving);
            interleaving.play();
            return played.outcome();
        } catch (final Throwable t) {
            interleaving.fail(t.toString());
            return "";
        }
    }
}
