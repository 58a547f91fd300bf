package io.verbus.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.IoUtil;

/**
 * The part of a corpus that is kept in the repository: inputs of earlier findings, added manually, followed by the
 * inputs with the highest coverage, as Jazzer chooses them from the local corpus. They are few and short: they save a
 * short run the initial exploration only.
 */
final class KeptInputs {
    private static final Path FOLDER = Path.of("src", "main", "resources", "io", "verbus", "fuzz", "corpus");
    private static final int MOST = 30;
    private static final int LONGEST = 150;
    private static final String CHOSEN = "# Highest coverage, chosen by .ci/fuzz --keep";

    private final Targets target;
    private final Path folder;
    private final String classPath;

    /** For a target that was fuzzed in a folder. */
    KeptInputs(final Targets target, final Path folder, final String classPath) {
        this.target = target;
        this.folder = folder;
        this.classPath = classPath;
    }

    /** Chooses the inputs again; returns a summary. */
    String keep() throws IOException, InterruptedException {
        final Path all = folder.resolve("corpus");
        final Path chosen = folder.resolve("chosen");
        if (!Files.isDirectory(all)) {
            return target.title() + ": no corpus to choose from: fuzz it first";
        }
        IoUtil.delete(chosen.toFile(), true);
        // Merges all other folders into the first.
        new JazzerProcess(target, chosen, classPath).run(0, "-merge=1", all.toString());
        final List<byte[]> candidates = Folders.contents(chosen.resolve("corpus")).stream()
                .filter(input -> input.length <= LONGEST).toList();
        // The longest of the short inputs: fuzzing finds the others quickly.
        final List<byte[]> inputs = candidates.subList(Math.max(0, candidates.size() - MOST), candidates.size());
        final Path file = FOLDER.resolve(target.title() + ".txt");
        final List<String> lines = new ArrayList<>(manualLines(file));
        lines.add(CHOSEN);
        inputs.forEach(input -> lines.add(Corpus.hex(input)));
        Files.createDirectories(FOLDER);
        Files.write(file, lines, StandardCharsets.UTF_8);
        return target.title() + ": " + inputs.size() + " inputs kept in " + file;
    }

    /** The manually added lines, before the chosen inputs. */
    private static List<String> manualLines(final Path file) throws IOException {
        return Files.exists(file)
                ? Files.readAllLines(file).stream().takeWhile(line -> !line.equals(CHOSEN)).toList()
                : List.of();
    }
}
