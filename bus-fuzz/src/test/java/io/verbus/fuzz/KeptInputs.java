package io.verbus.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a corpus that is kept in the repository: what was found, which a person wrote there, and behind it the
 * inputs that reach most, as Jazzer chooses them from all that it has come across here. Few and short ones: they
 * spare a short run the beginning, not the work.
 */
final class KeptInputs {
    private static final Path FOLDER = Path.of("src", "main", "resources", "io", "verbus", "fuzz", "corpus");
    private static final int MOST = 30;
    private static final int LONGEST = 150;
    private static final String CHOSEN = "# What reaches most, chosen by .ci/fuzz --keep";

    private final Targets target;
    private final Path folder;
    private final String classPath;

    /** Of a target that was fuzzed in a folder. */
    KeptInputs(final Targets target, final Path folder, final String classPath) {
        this.target = target;
        this.folder = folder;
        this.classPath = classPath;
    }

    /** Chooses anew; says what was kept. */
    String keep() throws IOException, InterruptedException {
        final Path all = folder.resolve("corpus");
        final Path chosen = folder.resolve("chosen");
        if (!Files.isDirectory(all)) {
            return target.title() + ": nothing to choose from; fuzz it first";
        }
        Folders.delete(chosen);
        // Into the first folder, from all others.
        new JazzerProcess(target, chosen, classPath).run(0, "-merge=1", all.toString());
        final List<byte[]> few = Folders.contents(chosen.resolve("corpus")).stream()
                .filter(input -> input.length <= LONGEST).toList();
        // Of the short ones the longest: the others are found again in a moment.
        final List<byte[]> inputs = few.subList(Math.max(0, few.size() - MOST), few.size());
        final Path file = FOLDER.resolve(target.title() + ".txt");
        final List<String> lines = new ArrayList<>(written(file));
        lines.add(CHOSEN);
        inputs.forEach(input -> lines.add(Corpus.hex(input)));
        Files.createDirectories(FOLDER);
        Files.write(file, lines, StandardCharsets.UTF_8);
        return target.title() + ": " + inputs.size() + " inputs kept in " + file;
    }

    /** What a person wrote: the lines before those that were chosen. */
    private static List<String> written(final Path file) throws IOException {
        return Files.exists(file)
                ? Files.readAllLines(file).stream().takeWhile(line -> !line.equals(CHOSEN)).toList()
                : List.of();
    }
}
