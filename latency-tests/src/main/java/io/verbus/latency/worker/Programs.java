package io.verbus.latency.worker;

import io.verbus.BusException;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds programs that are not written in Java. */
public final class Programs {
    private static final Path BUILT = Path.of("native", "target", "build");

    private Programs() {
    }

    /**
     * Finds a program of {@code native/perf}.
     *
     * @param name of the program
     * @param property system property with its path, if it is not in the build folder
     * @return its path; empty if it was not built
     */
    public static Optional<Path> find(final String name, final String property) {
        final String named = System.getProperty(property);
        final Path program = named == null ? home().resolve(BUILT).resolve(name) : Path.of(named);
        return Files.isExecutable(program) ? Optional.of(program) : Optional.empty();
    }

    /**
     * Looks for a command.
     *
     * @param command its name
     * @return whether it is in PATH
     */
    public static boolean isInstalled(final String command) {
        for (final String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            if (Files.isExecutable(Path.of(folder, command))) {
                return true;
            }
        }
        return false;
    }

    /** {@return the folder of the project: three levels above the classes of a module or the runnable jar} */
    public static Path home() {
        try {
            return Path.of(Programs.class.getProtectionDomain().getCodeSource().getLocation().toURI()).getParent()
                    .getParent().getParent();
        } catch (final URISyntaxException e) {
            throw new BusException("cannot find the folder of Verbus: " + e.getMessage(), e);
        }
    }
}
