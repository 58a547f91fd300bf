package io.verbus.system.application;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.Forked;
import io.verbus.system.processes.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * An application that {@code ./bus init} has written, used as its README describes.
 *
 * @param folder of the application
 * @param readme its page of commands
 */
record NewApplication(Path folder, ManualPage readme) {
    private static final int FIRST_GRADLE_FOR_25 = 9_001;

    /** Runs the command. */
    static NewApplication write(final Path folder, final Path bus, final String... options) throws IOException {
        final Object[] arguments = Stream.concat(Stream.of("init", folder, "--package", "com.acme"),
                Arrays.stream(options)).toArray();
        try (Command init = Command.start(bus, arguments)) {
            assertEquals(0, init.exitStatus(), init::output);
        }
        return new NewApplication(folder, ManualPage.read(folder.resolve("README.md")));
    }

    /** Whether the machine has a version of Gradle that can use a JDK 25. The folder gets its output. */
    static boolean hasGradle(final Path folder) throws IOException {
        if (Stream.of(System.getenv("PATH").split(":")).map(place -> Path.of(place, "gradle"))
                .noneMatch(Files::isExecutable)) {
            return false;
        }
        try (Execution gradle = Execution.start(folder, folder, List.of("gradle", "--version"))) {
            final String[] version = gradle.output().replaceAll("(?s).*Gradle (\\d+\\.\\d+).*", "$1").split("\\.");
            return Integer.parseInt(version[0]) * 1_000 + Integer.parseInt(version[1]) >= FIRST_GRADLE_FOR_25;
        }
    }

    /** The only command of the README that begins with a word. */
    String command(final String begin) {
        return readme.command(begin + " ");
    }

    /** Starts a program by the only command of the README that ends with its name: the JVM gets no option. */
    Forked start(final String program, final Path bus) throws IOException {
        return Forked.startIn(folder, bus, List.of(readme.command("", " " + program).split(" ")));
    }
}
