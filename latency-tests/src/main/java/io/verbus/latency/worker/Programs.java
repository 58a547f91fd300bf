package io.verbus.latency.worker;

import io.verbus.BusException;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where programs are that are not written in Java. */
public final class Programs {
    private static final Path BUILT = Path.of("native", "target", "build");

    private Programs() {
    }

    /**
     * Finds a program of {@code native/perf}.
     *
     * @param name of it
     * @param property in which somebody may say where it is, if it is not where the build puts it
     * @return nothing if it was not built
     */
    public static Optional<Path> find(final String name, final String property) {
        final String named = System.getProperty(property);
        final Path program = named == null ? home().resolve(BUILT).resolve(name) : Path.of(named);
        return Files.isExecutable(program) ? Optional.of(program) : Optional.empty();
    }

    /**
     * Whether a command is installed.
     *
     * @param command its name
     * @return whether it is in the path
     */
    public static boolean isInstalled(final String command) {
        for (final String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            if (Files.isExecutable(Path.of(folder, command))) {
                return true;
            }
        }
        return false;
    }

    /** {@return the project, seen from a module's classes or the runnable jar: MODULE/target/classes} */
    public static Path home() {
        try {
            return Path.of(Programs.class.getProtectionDomain().getCodeSource().getLocation().toURI()).getParent()
                    .getParent().getParent();
        } catch (final URISyntaxException e) {
            throw new BusException("can't tell where Verbus is: " + e.getMessage(), e);
        }
    }
}
