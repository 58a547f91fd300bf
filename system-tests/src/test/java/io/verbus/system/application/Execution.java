package io.verbus.system.application;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A command that runs in a folder. */
final class Execution implements AutoCloseable {
    /** Only a command that hangs needs as long: a build of all modules shares a loaded machine. */
    private static final int MAX_MINUTES = 20;

    private final Process process;
    private final Path output;

    private Execution(final Process process, final Path output) {
        this.process = process;
        this.output = output;
    }

    static Execution start(final Path folder, final Path bus, final List<String> command) throws IOException {
        final Path output = Files.createTempFile(folder, "output", ".txt");
        final ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", OlderJdk.find().toString()); // for Maven
        builder.environment().put("JAVA25_HOME", System.getProperty("java.home")); // for its toolchains plugin
        builder.environment().put("VERBUS_DIR", bus.toString());
        // Maven's plugins leave their temporary files if it is killed. The second compiler pays off after a longer run.
        builder.environment().merge("MAVEN_OPTS",
                "-Djava.io.tmpdir=" + folder + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                (given, own) -> given + " " + own);
        return new Execution(builder.start(), output);
    }

    /** Waits for the end of the command. */
    String output() throws IOException {
        try {
            assertTrue(process.waitFor(MAX_MINUTES, TimeUnit.MINUTES), () -> "no end: " + process.info());
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
        return Files.readString(output);
    }

    int exitStatus() throws IOException {
        output();
        return process.exitValue();
    }

    /** Requests an orderly end, as Ctrl-C does. */
    void interrupt() {
        process.destroy();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
