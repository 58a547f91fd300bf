package io.verbus.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.agrona.IoUtil;

/** The program of {@code .ci/fuzz}, run in the folder of this module. */
public final class Fuzz {
    private static final Path FOLDER = Path.of("target", "fuzz").toAbsolutePath();
    private static final int SECONDS = 60;
    private static final int MISUSE = 2;
    private static final String HELP = """
            .ci/fuzz [--seconds N] [TARGET...]   fuzzes the targets, one per processor (default: all, 60 seconds each)
            .ci/fuzz --replay TARGET FILE...     runs a target on inputs
            .ci/fuzz --keep TARGET...            keeps the inputs with the highest coverage in the repository
            Targets:\s""" + Targets.titles();

    private Fuzz() {
    }

    public static void main(final String[] arguments) throws IOException, InterruptedException {
        try {
            System.exit(run(Arrays.asList(arguments)));
        } catch (final IllegalArgumentException | IndexOutOfBoundsException e) { // unknown name, bad or missing number
            System.err.println(e.getMessage() + "\n" + HELP);
            System.exit(MISUSE);
        }
    }

    /** Returns the exit status: 1 after a finding. */
    private static int run(final List<String> words) throws IOException, InterruptedException {
        final String first = words.isEmpty() ? "" : words.getFirst();
        switch (first) {
            case "--help" -> System.out.println(HELP);
            case "--replay" -> replay(Targets.of(words.get(1)), words.subList(2, words.size()));
            case "--keep" -> {
                for (final Targets target : targets(words.subList(1, words.size()))) {
                    System.out.println(new KeptInputs(target, FOLDER.resolve(target.title()), classPath()).keep());
                }
            }
            case "--seconds" -> {
                return fuzz(targets(words.subList(2, words.size())), Integer.parseInt(words.get(1)));
            }
            default -> {
                return fuzz(targets(words), SECONDS);
            }
        }
        return 0;
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }

    private static List<Targets> targets(final List<String> titles) {
        return titles.isEmpty() ? List.of(Targets.values()) : titles.stream().map(Targets::of).toList();
    }

    private static int fuzz(final List<Targets> targets, final int seconds) throws IOException, InterruptedException {
        System.out.printf("%-10s %12s %12s %8s  %s%n", "target", "executions", "per second", "edges", "findings");
        boolean found = false;
        try (ExecutorService processors = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            final Map<Targets, Future<JazzerProcess.Result>> results = new EnumMap<>(Targets.class);
            for (final Targets target : targets) {
                final JazzerProcess process = new JazzerProcess(target, FOLDER.resolve(target.title()), classPath());
                results.put(target, processors.submit(() -> process.run(seconds)));
            }
            for (final Targets target : targets) {
                found |= print(target, results.get(target).get());
            }
        } catch (final ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return found ? 1 : 0;
    }

    /** Prints a result; returns whether there is a finding. */
    private static boolean print(final Targets target, final JazzerProcess.Result result) throws IOException {
        System.out.printf(Locale.ROOT, "%-10s %,12d %,12.0f %,8d  %s%n", target.title(), result.executions(),
                result.executions() / result.seconds(), result.edges(), result.finding() == null ? "none" : "1");
        if (result.finding() != null) {
            printFinding(target, result);
        }
        return result.finding() != null;
    }

    private static void printFinding(final Targets target, final JazzerProcess.Result result) throws IOException {
        System.out.println(result.finding().indent(4).stripTrailing());
        if (result.input() != null) {
            System.out.println("    replay: .ci/fuzz --replay " + target.title() + " " + result.input());
            System.out.println("    to keep in " + target.title() + ".txt once it is fixed: "
                    + Corpus.hex(Files.readAllBytes(result.input())));
        }
    }

    private static void replay(final Targets which, final List<String> files) throws IOException {
        final Path scratch = Files.createTempDirectory(Path.of("/dev/shm"), "verbus-fuzz-");
        try (Target target = which.make(scratch)) {
            for (final String file : files) {
                replay(target, Files.readAllBytes(Path.of(file)));
                System.out.println(file + ": no finding");
            }
        } finally {
            IoUtil.delete(scratch.toFile(), true);
        }
    }

    /** A finding is shown as a whole, and not mistaken for a misuse of the command. */
    private static void replay(final Target target, final byte[] input) {
        try {
            target.run(input);
        } catch (final RuntimeException e) {
            throw new AssertionError("finding", e);
        }
    }
}
