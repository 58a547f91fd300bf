package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.Forked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A publisher or subscriber in another language, which takes commands on a pipe: clients/c/tests/driver.c describes
 * them.
 */
final class ClientDriver implements AutoCloseable {
    private static final Path CLIENTS = Path.of("..", "clients").toAbsolutePath().normalize();
    private static final Path PYTHON = CLIENTS.resolve("python");

    private final Forked process;

    private ClientDriver(final Forked process) {
        this.process = process;
    }

    /** Starts a driver on a bus directory. */
    static ClientDriver start(final Path bus, final List<String> program) throws IOException {
        return new ClientDriver(Forked.startProgram(bus, Stream.concat(program.stream(), Stream.of(bus.toString()))
                .toList()));
    }

    /** A program of the client's build in C; the test is skipped if the build excludes C. */
    static Path programInC(final String name) {
        final Path program = CLIENTS.resolve("c/target/build").resolve(name);
        assumeTrue(Files.isExecutable(program), () -> program + " does not exist: -Dverbus.native.skip excludes it");
        return program;
    }

    /** A program of the client in Python, with its package; the test is skipped if this machine has no Python. */
    static List<String> programInPython(final String file) throws IOException {
        return List.of("env", "PYTHONPATH=" + PYTHON.resolve("target/site"), "PYTHONDONTWRITEBYTECODE=1", interpreter(),
                PYTHON.resolve(file).toString());
    }

    /** A program with the wheel in a virtual environment, away from the sources. */
    static List<String> outsideInPython(final String file, final String... arguments) throws IOException {
        final Stream<Path> program = Stream.of(PYTHON.resolve("tests/outside.sh"), Path.of(interpreter()),
                PYTHON.resolve("target/dist"), PYTHON.resolve(file));
        return Stream.concat(program.map(Path::toString), Stream.of(arguments)).toList();
    }

    private static String interpreter() throws IOException {
        final Path chosen = PYTHON.resolve("target/python");
        assumeTrue(Files.exists(chosen), "-Dverbus.native.skip excludes the client in Python");
        final String interpreter = Files.readString(chosen).strip();
        assumeTrue(!interpreter.isEmpty(), "this machine has no Python of 3.9 or later");
        return interpreter;
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
