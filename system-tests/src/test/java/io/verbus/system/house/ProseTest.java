package io.verbus.system.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Documentation, comments and messages are plain technical English: the component is the subject of a sentence. Counts
 * of phrases that replace the component may only fall: a change that lowers a count lowers its limit too.
 */
class ProseTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern WORD = Pattern.compile("[A-Za-z']+");

    private static final List<Text> TEXTS = texts();

    /** Prose of a file. */
    private record Text(Path file, String prose) {}

    @ParameterizedTest
    @EnumSource
    void phraseIsNotUsedMoreOften(final Phrase phrase) {
        final long words = TEXTS.stream().mapToLong(text -> WORD.matcher(text.prose()).results().count()).sum();
        final List<String> found = new ArrayList<>();
        for (final Text text : TEXTS) {
            final Matcher matcher = phrase.in(text.prose());
            while (matcher.find()) {
                found.add(ROOT.relativize(text.file()) + ":"
                        + (1 + text.prose().substring(0, matcher.start()).chars().filter(c -> c == '\n').count()) + " "
                        + matcher.group());
            }
        }
        System.out.printf("prose: %s: %d in %,d words, %.2f per 1,000%n", phrase, found.size(), words,
                1_000.0 * found.size() / words);
        assertTrue(found.size() <= phrase.limit(), () -> phrase + " occurs " + found.size() + " times, at most "
                + phrase.limit() + " are allowed: name the component instead\n" + String.join("\n", found));
    }

    @Test
    void proseOfCodeIsItsCommentsAndStrings() {
        assertEquals("                // a comment\n           \"text\" ",
                Prose.ofCode("final char x='\"'; // a comment\nreturn 1 + \"text\";"));
    }

    private static List<Text> texts() {
        try (Stream<Path> walk = Files.walk(ROOT)) {
            return walk.filter(Files::isRegularFile).filter(ProseTest::isOurs).map(ProseTest::text).toList();
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isOurs(final Path file) {
        final String name = file.toString();
        return !name.contains("/target/") && !name.contains("/.git/") && !name.endsWith("/Phrase.java")
                && (name.endsWith(".java") || name.endsWith(".md") || name.endsWith(".c") || name.endsWith(".h"));
    }

    private static Text text(final Path file) {
        try {
            final String source = Files.readString(file);
            return new Text(file, file.toString().endsWith(".md") ? source : Prose.ofCode(source));
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }
}
