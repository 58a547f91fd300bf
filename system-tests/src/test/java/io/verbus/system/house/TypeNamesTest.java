package io.verbus.system.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A simple name stands for one type in the whole tree: no import is needed to know which. */
class TypeNamesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /** A nested type that other files can name. */
    private static final Pattern NESTED = Pattern
            .compile("(?m)^ +(?!private )(?:[a-z-]+ )*(?:class|interface|enum|record) ([A-Z]\\w*)\\b.*$");
    /** Nested types that are always named with their class. */
    private static final Set<String> QUALIFIED = Set.of("Accounts", "Call", "Connection", "Limit", "Names",
            "Parameters", "Rate",
            "State", "Terms", "Texts", "Words");

    private static final List<Path> JAVA = files();

    @Test
    void topLevelTypesHaveDistinctNames() {
        final Map<String, List<String>> places = new TreeMap<>();
        for (final Path file : JAVA) {
            places.computeIfAbsent(type(file), name -> new ArrayList<>()).add(ROOT.relativize(file).toString());
        }
        assertFalse(places.isEmpty());
        assertEquals(List.of(), places.values().stream().filter(files -> files.size() > 1).toList());
    }

    @Test
    void nestedTypesHaveNoNameOfATopLevelType() {
        final List<Path> main = JAVA.stream().filter(file -> file.toString().contains("/src/main/")).toList();
        final List<String> topLevel = main.stream().map(TypeNamesTest::type).toList();
        assertEquals(List.of(), main.stream()
                .flatMap(file -> NESTED.matcher(read(file)).results().map(found -> found.group(1))
                        .filter(name -> topLevel.contains(name) && !QUALIFIED.contains(name))
                        .map(name -> type(file) + "." + name))
                .toList());
    }

    private static String type(final Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files() {
        try (Stream<Path> walk = Files.walk(ROOT)) {
            return walk.filter(file -> file.toString().endsWith(".java") && !file.toString().contains("/target/")
                    && !file.toString().endsWith("-info.java")).sorted().toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
