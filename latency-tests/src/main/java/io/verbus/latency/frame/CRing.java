package io.verbus.latency.frame;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The C ring, compiled once for each set of parameters into a directory that the caller deletes. */
final class CRing {
    private final Path source;
    private final Path directory;
    private final Map<String, Path> programs = new HashMap<>();

    private CRing(final Path source, final Path directory) {
        this.source = source;
        this.directory = directory;
    }

    /** Null, after a sentence that says why, when it cannot be compiled here. */
    static CRing find(final Path directory) throws IOException, InterruptedException {
        for (final String folder : List.of("latency-tests/src/main/c", "src/main/c")) {
            final Path source = Path.of(folder, "ring.c");
            if (Files.exists(source)) {
                final var ring = new CRing(source, directory);
                try {
                    ring.program("");
                    return ring;
                } catch (final IOException e) {
                    System.err.println("No rows for C, and the placement is not known: " + e.getMessage());
                    return null;
                }
            }
        }
        System.err.println("No rows for C, and the placement is not known: ring.c is not below this directory.");
        return null;
    }

    /** @param parameters as {@code "-DHEADER=24 -DALIGNMENT=64"} */
    Path program(final String parameters) throws IOException, InterruptedException {
        final Path known = programs.get(parameters);
        if (known != null) {
            return known;
        }
        final Path program = directory.resolve("ring-" + programs.size());
        final List<String> command = new ArrayList<>(List.of("cc", "-std=c11", "-O3", "-Wall", "-Wextra", "-Werror"));
        if (!parameters.isEmpty()) {
            command.addAll(List.of(parameters.split(" ")));
        }
        command.addAll(List.of("-o", program.toString(), source.toString()));
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IOException("cc does not compile ring.c");
        }
        programs.put(parameters, program);
        return program;
    }
}
