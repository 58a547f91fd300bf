package io.verbus.system.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.DepartureCause;
import io.verbus.EvictionCause;
import io.verbus.FailureCause;
import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each cause is in docs/reference/guarantees.md, and a test asserts that it occurs. */
class CausesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| ([^|]*) \\| ([^|]*\\S) \\|");

    /** The constants of an enum as rows of its table. */
    private record Causes(String name, List<String> rows) {
        static <E extends Enum<E>> Causes of(final Class<E> type, final Function<E, String> description) {
            return new Causes(type.getSimpleName(), Stream.of(type.getEnumConstants())
                    .filter(cause -> !description.apply(cause).isEmpty()) // no cause
                    .map(cause -> cause.name() + ": " + description.apply(cause)).toList());
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Causes> causes() {
        return List.of(Causes.of(GapCause.class, GapCause::description),
                Causes.of(LossCause.class, LossCause::description),
                Causes.of(EvictionCause.class, EvictionCause::description),
                Causes.of(DepartureCause.class, DepartureCause::description),
                Causes.of(FailureCause.class, FailureCause::description),
                Causes.of(Refusal.class, Refusal::description));
    }

    @ParameterizedTest
    @MethodSource("causes")
    void tableHasEachConstantWithItsDescription(final Causes causes) throws IOException {
        final List<String> page = Files.readAllLines(ROOT.resolve("docs/reference/guarantees.md"));
        final int table = page.indexOf("| `" + causes.name() + "` | description | remedy |");
        assertTrue(table >= 0, "no table of " + causes);
        final List<String> rows = page.subList(table + 2, page.size()).stream().takeWhile(line -> line.startsWith("|"))
                .map(ROW::matcher).filter(row -> row.matches()).map(row -> row.group(1) + ": " + row.group(2)).toList();
        assertEquals(causes.rows(), rows);
    }

    @Test
    void testAssertsThatEachConstantOccurs() throws IOException {
        final TreeSet<String> missing = new TreeSet<>();
        causes().forEach(one -> one.rows()
                .forEach(row -> missing.add(one.name() + "." + row.substring(0, row.indexOf(':')))));
        final Pattern assertion = Pattern.compile("\\bassert\\w+\\([^;]*;");
        for (final Path test : tests()) {
            final List<String> assertions = assertion.matcher(Files.readString(test)).results().map(one -> one.group())
                    .toList();
            missing.removeIf(constant -> assertions.stream()
                    .anyMatch(one -> Pattern.compile("\\b" + constant + "\\b").matcher(one).find()));
        }
        assertEquals(new TreeSet<>(), missing);
    }

    /** Tests of the bus, which get the causes from it. Those of the applications create them. */
    private static List<Path> tests() throws IOException {
        final List<Path> tests = new ArrayList<>();
        for (final String folder : List.of("bus-core/src/test", "bus-journal/src/test", "bus-testkit/src")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(tests::add);
            }
        }
        return tests;
    }
}
