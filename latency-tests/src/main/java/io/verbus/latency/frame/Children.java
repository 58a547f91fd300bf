package io.verbus.latency.frame;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts the processes of one measurement, waits for its figures, and leaves nothing behind. */
final class Children implements AutoCloseable {
    private static final int TIME_OUT_S = 30;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private final Path directory;
    private final List<Process> running = new ArrayList<>();
    private final Thread hook = new Thread(this::endAndDelete);
    final CRing c;

    Children() throws IOException, InterruptedException {
        directory = Files.createTempDirectory(SHARED_MEMORY, "frame-layout-");
        Runtime.getRuntime().addShutdownHook(hook);
        c = CRing.find(Files.createDirectory(directory.resolve("bin")));
    }

    /** The figures in the units of {@link Measure}. */
    double[] run(final Candidate candidate, final Measure measure) throws IOException, InterruptedException {
        final Path files = Files.createDirectory(directory.resolve("run"));
        try {
            return switch (candidate.kind()) {
                case C -> c(c.program(candidate.parameters("-D")), files, measure.cName, measure.cMessages);
                case JAVA -> ring(candidate, measure, files);
                case AERON -> aeron(candidate, measure, files);
            };
        } finally {
            endAll();
            delete(files);
        }
    }

    /** Round trip of the plain C ring in ns, which tells how far apart the two CPUs are now. NaN without C. */
    double placementNs() throws IOException, InterruptedException {
        if (c == null) {
            return Double.NaN;
        }
        final Path files = Files.createDirectory(directory.resolve("control"));
        try {
            return c(c.program("-DPAYLOAD=64"), files, Measure.ROUND_TRIP.cName, 60_000)[0];
        } finally {
            endAll();
            delete(files);
        }
    }

    private double[] c(final Path program, final Path files, final String measure, final long messages)
            throws IOException, InterruptedException {
        return figures(start(List.of(program.toString(), files.toString(), measure, Long.toString(messages))));
    }

    private double[] ring(final Candidate candidate, final Measure measure, final Path files)
            throws IOException, InterruptedException {
        final int capacity = candidate.parameters().getOrDefault("CAPACITY", FrameLayout.CAPACITY);
        LogFiles.in(files, "a").create(capacity);
        LogFiles.in(files, "b").create(capacity);
        return pair(candidate, measure, files);
    }

    private double[] aeron(final Candidate candidate, final Measure measure, final Path files)
            throws IOException, InterruptedException {
        start(java(candidate, "driver", files, 0));
        return pair(candidate, measure, files);
    }

    private double[] pair(final Candidate candidate, final Measure measure, final Path files)
            throws IOException, InterruptedException {
        final Process first = start(java(candidate, measure.firstRole, files, measure.javaMessages));
        final Process second = start(java(candidate, measure.secondRole, files, measure.javaMessages));
        return figures(measure == Measure.ROUND_TRIP ? first : second);
    }

    private static List<String> java(
            final Candidate candidate, final String role, final Path files, final long messages) {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Dagrona.disable.bounds.checks="
                        + (candidate.parameters().getOrDefault("BOUNDS_CHECKS", 1) == 0)));
        final String properties = candidate.parameters("-Dframe.");
        if (!properties.isEmpty()) {
            command.addAll(List.of(properties.split(" ")));
        }
        command.addAll(List.of("-cp", absoluteClassPath(), MeasuredProcess.class.getName()));
        command.addAll(List.of(candidate.kind().name(), role, files.toString(), Long.toString(messages)));
        return command;
    }

    private static String absoluteClassPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private Process start(final List<String> command) throws IOException {
        final Process process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        running.add(process);
        return process;
    }

    private static double[] figures(final Process process) throws IOException, InterruptedException {
        if (!process.waitFor(TIME_OUT_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("a measured process failed or took longer than " + TIME_OUT_S + " s");
        }
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        return Arrays.stream(output.strip().split(" ")).mapToDouble(Double::parseDouble).toArray();
    }

    /** Those that served the measuring one wait for the end of their input; the last started goes first. */
    private void endAll() throws IOException, InterruptedException {
        for (final Process process : running.reversed()) {
            process.getOutputStream().close();
            if (!process.waitFor(2, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
        }
        running.clear();
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(hook);
        endAndDelete();
    }

    private void endAndDelete() {
        running.forEach(process -> process.descendants().forEach(ProcessHandle::destroyForcibly));
        running.forEach(Process::destroyForcibly);
        try {
            delete(directory);
        } catch (final IOException e) {
            System.err.println("Not deleted: " + directory + ": " + e);
        }
    }

    private static void delete(final Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
