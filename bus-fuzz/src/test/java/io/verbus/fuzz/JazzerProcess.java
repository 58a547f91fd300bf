package io.verbus.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Jazzer in a process of its own, on one target. What it writes goes into the target's folder: a log, the corpus that
 * the next run begins with, and findings.
 */
final class JazzerProcess {
    /** An input that takes longer is a finding; most take microseconds. */
    private static final int HANG_SECONDS = 10;
    private static final int LONGEST_INPUT = 1024;
    private static final int FINDING = 77;
    private static final int HANG = 70;
    private static final int OUT_OF_MEMORY = 71;
    /** Starting, stopping, and what a hang takes, on a machine that has much else to do. */
    private static final int PATIENCE_SECONDS = 240;
    private static final Pattern EXECUTIONS = Pattern.compile("stat::number_of_executed_units:\\s+(\\d+)");
    private static final Pattern EDGES = Pattern.compile(" cov: (\\d+)");
    private static final Pattern WRITTEN = Pattern.compile("Test unit written to (\\S+)");
    private static final Pattern WHAT = Pattern.compile("(?m)^== Java Exception: (.*(?:\\R\\s+at .*){0,6})|"
            + "^.*ERROR: libFuzzer: (.*)");

    private final Targets target;
    private final Path folder;
    private final String classPath;
    private volatile Process process;

    /**
     * For one target.
     *
     * @param target to be fuzzed
     * @param folder for what it writes
     * @param classPath with the target and what it drives, in which bugs may have been planted
     */
    JazzerProcess(final Targets target, final Path folder, final String classPath) {
        this.target = target;
        this.folder = folder;
        this.classPath = classPath;
    }

    /**
     * What came of it.
     *
     * @param executions of the target
     * @param seconds that it took
     * @param edges of the bus's control flow that were reached
     * @param finding what was wrong; null if nothing was
     * @param input that shows it, in a file; null if nothing was
     */
    record Result(long executions, double seconds, long edges, String finding, Path input) {}

    /** Fuzzes for so long, or until something is found; with more of Jazzer's options, or folders of inputs. */
    Result run(final int seconds, final String... options) throws IOException, InterruptedException {
        final Path scratch = Files.createTempDirectory(Path.of("/dev/shm"), "verbus-fuzz-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> abandon(scratch))); // for whoever presses Ctrl-C
        try {
            final Path seeds = scratch.resolve("seeds");
            try (Target made = target.make(Files.createDirectory(scratch.resolve("once")))) {
                Corpus.unpack(target, made, seeds);
            }
            return run(command(scratch, seeds, seconds, options), seconds);
        } finally {
            abandon(scratch);
        }
    }

    /** Leaves nothing behind. */
    private synchronized void abandon(final Path scratch) {
        if (process != null && process.isAlive()) { // of one that has ended, onExit() may wait for who has its pid now
            process.destroyForcibly().onExit().join();
        }
        try {
            Folders.delete(scratch);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> command(final Path scratch, final Path seeds, final int seconds, final String... options)
            throws IOException {
        final Path corpus = Files.createDirectories(folder.resolve("corpus"));
        final Path findings = Files.createDirectories(folder.resolve("findings"));
        final List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(), "-ea", "-XX:+UseSerialGC", "-Xmx512m",
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
                // Jazzer loads its agent into its own process, and uses Unsafe: the JVM would warn of both.
                "-XX:+EnableDynamicAgentLoading", "-Xshare:off", "--sun-misc-unsafe-memory-access=allow",
                "-D" + Driver.SCRATCH + "=" + Files.createDirectory(scratch.resolve("target")),
                "-Djava.io.tmpdir=" + scratch, "-cp", classPath, "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + Driver.class.getName(), "--target_args=" + target.title(),
                "--instrumentation_includes=io.verbus.**", "--instrumentation_excludes=io.verbus.fuzz.**",
                "--reproducer_path=" + scratch, "-artifact_prefix=" + findings + "/",
                "-max_total_time=" + seconds, "-timeout=" + HANG_SECONDS, "-max_len=" + LONGEST_INPUT,
                "-print_final_stats=1"));
        command.addAll(List.of(corpus.toString(), seeds.toString())); // in this order
        command.addAll(List.of(options));
        return command;
    }

    private Result run(final List<String> command, final int seconds) throws IOException, InterruptedException {
        final Path log = folder.resolve("log");
        final long beginNs = System.nanoTime();
        process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        if (!process.waitFor(seconds + PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        final double took = (System.nanoTime() - beginNs) / 1e9;
        final String said = Files.readString(log);
        final Matcher written = WRITTEN.matcher(said);
        final Path input = written.find() ? Path.of(written.group(1)) : null;
        return new Result(last(EXECUTIONS, said), took, last(EDGES, said), finding(process.exitValue(), said, log),
                input);
    }

    private static String finding(final int status, final String said, final Path log) {
        final Matcher what = WHAT.matcher(said);
        return switch (status) {
            case 0 -> null;
            case FINDING, HANG, OUT_OF_MEMORY -> what.find()
                    ? what.group(1) != null ? what.group(1) : what.group(2)
                    : "see " + log;
            default -> "Jazzer ended with status " + status + ", see " + log;
        };
    }

    private static long last(final Pattern pattern, final String text) {
        return pattern.matcher(text).results().map(found -> Long.parseLong(found.group(1)))
                .reduce(0L, (earlier, later) -> later);
    }
}
