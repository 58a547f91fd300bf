package io.verbus.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The initial inputs of fuzzing: the seeds of a target, and the inputs kept in the repository, one per line in
 * hexadecimal, with comments after #.
 */
final class Corpus {
    private Corpus() {
    }

    static String hex(final byte[] input) {
        return HexFormat.of().formatHex(input);
    }

    /** All inputs of a target, its seeds first. */
    static List<byte[]> of(final Targets which, final Target target) {
        final List<byte[]> inputs = new ArrayList<>(target.seeds());
        kept(which).lines().map(line -> line.replaceFirst("#.*", "").strip()).filter(line -> !line.isEmpty())
                .map(line -> HexFormat.of().parseHex(line)).forEach(inputs::add);
        return inputs;
    }

    /** Writes the inputs into a directory, one file each. */
    static void unpack(final Targets which, final Target target, final Path directory) throws IOException {
        Files.createDirectories(directory);
        int number = 0;
        for (final byte[] input : of(which, target)) {
            Files.write(directory.resolve("seed-" + number++), input);
        }
    }

    private static String kept(final Targets which) {
        try (InputStream file = Corpus.class.getResourceAsStream("corpus/" + which.title() + ".txt")) {
            return file == null ? "" : new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
