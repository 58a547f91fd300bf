package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.testkit.Forked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A publisher or subscriber in C: clients/c/tests/driver.c, which takes commands on a pipe. */
final class CDriver implements AutoCloseable {
    private static final Path BUILD = Path.of("..", "clients", "c", "target", "build").toAbsolutePath().normalize();

    private final Forked process;

    private CDriver(final Forked process) {
        this.process = process;
    }

    /** Starts the driver; the test is skipped if the build excludes C. */
    static CDriver start(final Path bus) throws IOException {
        return new CDriver(Forked.startProgram(bus, List.of(program("driver").toString(), bus.toString())));
    }

    /** A program of the client's build. */
    static Path program(final String name) {
        final Path program = BUILD.resolve(name);
        assumeTrue(Files.isExecutable(program), () -> program + " does not exist: -Dverbus.native.skip excludes it");
        return program;
    }

    /** Sends a command without waiting for its answer. */
    void send(final String command) {
        process.send(command);
    }

    /** Waits for the answer to the oldest command that has none. */
    String answer() {
        final String line = process.nextLine();
        assertTrue(line != null && !line.startsWith("failed"), () -> "driver: " + process.output());
        return line;
    }

    /** Sends a command and waits for its answer. */
    String command(final String command) {
        send(command);
        return answer();
    }

    long pid() {
        return process.pid();
    }

    void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
