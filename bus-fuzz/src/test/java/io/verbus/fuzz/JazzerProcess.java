package io.verbus.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.IoUtil;

/**
 * Jazzer in a process of its own, on one target. It writes to the target's folder: a log, the corpus that the next run
 * starts with, and findings.
 */
final class JazzerProcess {
    /** An input that takes longer is a finding; most take microseconds. */
    private static final int HANG_SECONDS = 10;
    private static final int LONGEST_INPUT = 1024;
    private static final int FINDING = 77;
    private static final int HANG = 70;
    private static final int OUT_OF_MEMORY = 71;
    /** Allowance for start, stop and a hang on a loaded machine. */
    private static final int EXTRA_SECONDS = 240;
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
     * @param target to fuzz
     * @param folder of its output
     * @param classPath of the target and the bus, possibly with planted bugs
     */
    JazzerProcess(final Targets target, final Path folder, final String classPath) {
        this.target = target;
        this.folder = folder;
        this.classPath = classPath;
    }

    /**
     * Result of a run.
     *
     * @param executions of the target
     * @param seconds of the run
     * @param edges covered in the control flow of the bus
     * @param finding description; null if there is none
     * @param input file that reproduces it; null if there is none
     */
    record Result(long executions, double seconds, long edges, String finding, Path input) {}

    /** Fuzzes for a time, or until a finding; with additional options of Jazzer, or folders of inputs. */
    Result run(final int seconds, final String... options) throws IOException, InterruptedException {
        final Path scratch = Files.createTempDirectory(Path.of("/dev/shm"), "verbus-fuzz-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> cleanUp(scratch))); // on Ctrl-C
        try {
            final Path seeds = scratch.resolve("seeds");
            try (Target instance = target.make(Files.createDirectory(scratch.resolve("once")))) {
                Corpus.unpack(target, instance, seeds);
            }
            return run(command(scratch, seeds, seconds, options), seconds);
        } finally {
            cleanUp(scratch);
        }
    }

    /** Ends the process and removes its files. */
    private synchronized void cleanUp(final Path scratch) {
        if (process != null && process.isAlive()) { // after its end, onExit() could wait for a reused PID
            process.destroyForcibly().onExit().join();
        }
        IoUtil.delete(scratch.toFile(), true);
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
                "-D" + JazzerDriver.SCRATCH + "=" + Files.createDirectory(scratch.resolve("target")),
                "-Djava.io.tmpdir=" + scratch, "-cp", classPath, "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + JazzerDriver.class.getName(), "--target_args=" + target.title(),
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
        if (!process.waitFor(seconds + EXTRA_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        final double elapsedSeconds = (System.nanoTime() - beginNs) / 1e9;
        final String output = Files.readString(log);
        final Matcher written = WRITTEN.matcher(output);
        final Path input = written.find() ? Path.of(written.group(1)) : null;
        return new Result(last(EXECUTIONS, output), elapsedSeconds, last(EDGES, output),
                finding(process.exitValue(), output, log),
                input);
    }

    private static String finding(final int status, final String output, final Path log) {
        final Matcher what = WHAT.matcher(output);
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
