package io.verbus.latency.worker;

import io.verbus.BusException;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs that are not written in Java. */
public final class Programs {
    private static final List<Path> BUILT = List.of(Path.of("native", "target", "build"),
            Path.of("clients", "c", "target", "build"));

    private Programs() {
    }

    /**
     * Finds a program of {@code native/perf}, or of the client in C.
     *
     * @param name of the program
     * @param property system property with its path, if it is not in the build folder
     * @return its path; empty if it was not built
     */
    public static Optional<Path> find(final String name, final String property) {
        final String named = System.getProperty(property);
        final Stream<Path> places = named == null
                ? BUILT.stream().map(folder -> home().resolve(folder).resolve(name))
                : Stream.of(Path.of(named));
        return places.filter(Files::isExecutable).findFirst();
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
