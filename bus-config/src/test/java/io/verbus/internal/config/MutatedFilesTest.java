package io.verbus.internal.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file with random changes is refused with sentences, or its values are the same after {@code config show}. */
class MutatedFilesTest {
    private static final int FILES = 4_000;
    private static final int LEAST_OF_A_KIND = 100;
    private static final int MOST_CHANGES = 3;
    private static final String CHARACTERS = " \n\t:-?[]{},#&*!|>'\"%@`~\\/.0aZ$\u00e9\u2028";

    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void createSecret() throws IOException {
        Files.createFile(folder.resolve("secret"));
        file = folder.resolve("verbus.yaml");
    }

    @Test
    void everyFileIsReadOrRefused() throws IOException {
        int read = 0;
        for (int seed = 0; seed < FILES; seed++) {
            final String text = mutated(new Random(seed));
            final LoadedConfiguration loaded = load(text, seed);
            if (loaded != null) {
                read++;
                final List<String> lines = ConfigurationListing.of(loaded);
                final LoadedConfiguration again = load(String.join("\n", lines), seed);
                assertNotNull(again, () -> "refused: " + String.join("\n", lines));
                assertEquals(LoadedFileTest.withoutComments(lines),
                        LoadedFileTest.withoutComments(ConfigurationListing.of(again)), "seed " + seed);
            }
        }
        assertTrue(read >= LEAST_OF_A_KIND && FILES - read >= LEAST_OF_A_KIND, read + " files were read");
    }

    /** Returns null if the file is refused. */
    private LoadedConfiguration load(final String text, final int seed) throws IOException {
        Files.writeString(file, text);
        try {
            return Loading.load(file);
        } catch (final ConfigurationException e) {
            assertFalse(e.mistakes().isEmpty());
            e.mistakes().forEach(mistake -> assertTrue(mistake.startsWith(file.toString()), mistake));
            return null;
        } catch (final RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + text, e);
        }
    }

    private static String mutated(final Random random) {
        String text = LoadedFileTest.ALL;
        for (int i = random.nextInt(MOST_CHANGES); i >= 0; i--) {
            text = random.nextBoolean() ? withOtherCharacter(text, random) : withOtherLines(text, random);
        }
        return text;
    }

    private static String withOtherCharacter(final String text, final Random random) {
        final int at = random.nextInt(text.length());
        final String inserted = random.nextInt(3) == 0
                ? ""
                : CHARACTERS.substring(random.nextInt(CHARACTERS.length())).substring(0, 1);
        return text.substring(0, at) + inserted + text.substring(at + random.nextInt(2));
    }

    private static String withOtherLines(final String text, final Random random) {
        final List<String> lines = new ArrayList<>(text.lines().toList());
        final String line = lines.remove(random.nextInt(lines.size()));
        for (int copies = random.nextInt(3); copies > 0; copies--) {
            lines.add(random.nextInt(lines.size()), line);
        }
        return String.join("\n", lines) + "\n";
    }
}
