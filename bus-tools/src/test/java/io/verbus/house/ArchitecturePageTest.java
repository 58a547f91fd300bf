package io.verbus.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/architecture.md lists the public types of each API package of bus-core. */
class ArchitecturePageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path CORE = ROOT.resolve("bus-core/src/main/java/io/verbus");
    private static final Pattern PUBLIC = Pattern.compile("(?m)^public ");
    private static final int MAX_PUBLIC_TYPES = 70;

    @ParameterizedTest
    @ValueSource(strings = {"", "journal", "recovery", "monitor", "spi"})
    void publicTypesAreListed(final String folder) throws IOException {
        final String name = folder.isEmpty() ? "io.verbus" : "io.verbus." + folder;
        final String row = Files.readAllLines(ROOT.resolve("docs/architecture.md")).stream()
                .filter(line -> line.matches("\\| `" + name + "`[^|]*\\| `[A-Z].*")).findFirst().orElseThrow();
        final List<String> listed = Pattern.compile("`([A-Z]\\w*)`").matcher(row).results().map(one -> one.group(1))
                .toList();
        assertEquals(publicTypes(CORE.resolve(folder)), listed);
    }

    @Test
    void applicationsSeeFewTypes() throws IOException {
        int types = 0;
        for (final String folder : List.of("", "journal", "recovery", "monitor")) {
            types += publicTypes(CORE.resolve(folder)).size();
        }
        assertTrue(types <= MAX_PUBLIC_TYPES, types + " public types");
    }

    private static List<String> publicTypes(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).filter(ArchitecturePageTest::isPublic)
                    .map(file -> file.getFileName().toString().replace(".java", "")).sorted().toList();
        }
    }

    private static boolean isPublic(final Path file) {
        try {
            return PUBLIC.matcher(Files.readString(file)).find();
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }
}
