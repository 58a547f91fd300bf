package io.verbus.internal.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of mistake in a file is refused with a sentence that has its place and a remedy. */
class BrokenFilesTest {
    private static final int LEAST_CASES = 25;

    @TempDir
    private Path folder;

    /** A file of broken-files.txt, with the expected sentences. */
    private record Case(String name, String text, List<String> sentences) {
        static Case of(final String part) {
            final List<String> lines = part.lines().toList();
            return new Case(lines.getFirst(),
                    lines.stream().skip(1).filter(line -> !line.startsWith("! ")).map(line -> line + "\n")
                            .collect(Collectors.joining()),
                    lines.stream().filter(line -> line.startsWith("! ")).map(line -> line.substring(2)).toList());
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() throws IOException {
        try (InputStream in = BrokenFilesTest.class.getResourceAsStream("broken-files.txt")) {
            return Arrays.stream(new String(in.readAllBytes(), StandardCharsets.UTF_8).split("(?m)^==== ")).skip(1)
                    .map(Case::of);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void mistakeIsRefusedWithPlaceAndRemedy(final Case broken) throws IOException {
        final Path file = Files.writeString(folder.resolve("verbus.yaml"), broken.text());
        final String separator = broken.sentences().getFirst().startsWith("line ") ? ", " : ": ";
        assertEquals(broken.sentences().stream().map(sentence -> file + separator + sentence).toList(),
                mistakes(file));
    }

    @Test
    void thereAreManyKindsOfMistakes() throws IOException {
        assertTrue(cases().count() >= LEAST_CASES);
    }

    @Test
    void absentFileIsRefused() {
        final Path file = folder.resolve("absent.yaml");
        assertEquals(List.of(file + ": there is no such file: correct --config or VERBUS_CONFIG"), mistakes(file));
    }

    @Test
    void directoryIsRefused() {
        assertEquals(List.of(folder + ": it is a directory: name a file in it"), mistakes(folder));
    }

    @Test
    void unreadableFileIsRefused() throws IOException {
        final Path file = Files.createFile(folder.resolve("verbus.yaml"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
        assumeFalse(Files.isReadable(file), "root may read every file");
        assertEquals(List.of(file + ": no permission to read it: chmod u+r " + file + ", or run as its owner"),
                mistakes(file));
    }

    @Test
    void fileThatIsNotUtf8IsRefused() throws IOException {
        final Path file = Files.write(folder.resolve("verbus.yaml"),
                "bus:\n  directory: /tmp/\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        assertEquals(List.of(file + ", line 2: it is not UTF-8 text: save the file as UTF-8"), mistakes(file));
    }

    @Test
    void controlCharacterIsRefused() throws IOException {
        final Path file = Files.writeString(folder.resolve("verbus.yaml"), "bus:\n  directory: /tmp/\0\n");
        assertEquals(List.of(file + ", line 2: it has the control character U+0000: remove it"), mistakes(file));
    }

    @Test
    void messageHasNoControlCharacter() throws IOException {
        final Path file = Files.writeString(folder.resolve("verbus.yaml"), "\"\\e[31m\": 1\n");
        assertEquals(List.of(file + ", line 1: unknown key \"?[31m\": use bus, conductor, security, streams"),
                mistakes(file));
    }

    @Test
    void longFileIsRefused() throws IOException {
        final Path file = Files.writeString(folder.resolve("verbus.yaml"), "# comment\n".repeat(110_000));
        assertEquals(List.of(file + ": it is longer than 1 MiB: is it the right file?"), mistakes(file));
    }

    @Test
    void deepNestingDoesNotOverflowTheStack() throws IOException {
        final Path file = Files.writeString(folder.resolve("verbus.yaml"), "bus: " + "[".repeat(500_000));
        assertEquals(List.of(file + ", line 1: it is nested more than 8 levels deep: check brackets and indentation"),
                mistakes(file));
    }

    private static List<String> mistakes(final Path file) {
        return assertThrows(ConfigurationException.class, () -> Loading.load(file)).mistakes();
    }
}
