package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusSettings;
import io.verbus.support.ShmDir;
import io.verbus.tools.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.ParameterException;

/**
 * The lines {@code ./bus COMMAND} of README.md and docs: the command line accepts each, and those that play a session
 * on one host, record it or read it run as written. Words in capitals are placeholders.
 */
@Tag("processes")
class DocumentedCommandsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern COMMAND = Pattern.compile("(?m)^[ ]*\\./bus ((?:.*\\\\\\n)*.*)$");
    /** A comment: after two blanks, or a hash. */
    private static final Pattern COMMENT = Pattern.compile("( {2,}| +# | \\| | &| > | \\.\\.\\.| …).*");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final Map<String, String> PLACEHOLDERS = Map.of("N", "2", "ADDRESS", "rdma://127.0.0.1:7471",
            "SEAT", "BOB", "NAME", "name", "SYMBOL", "AAPL");

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;

    static Stream<Path> documents() throws IOException {
        try (Stream<Path> pages = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(Stream.of(ROOT.resolve("README.md")),
                    pages.filter(page -> page.toString().endsWith(".md")).sorted().toList().stream())
                    .filter(page -> !commands(page).isEmpty()).map(ROOT::relativize);
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyCommandOfADocumentIsAccepted(final Path page) throws IOException {
        final String launcher = Files.readString(ROOT.resolve("bus"));
        for (final String line : commands(ROOT.resolve(page))) {
            final List<String> words = words(line.replaceAll("[\\[\\]]", "").replaceAll("\\|\\S+", ""));
            if (!Pattern.compile("(?m)^ {2}" + words.getFirst() + "\\) #").matcher(launcher).find()) {
                try {
                    Main.commandLine(BusSettings::defaults).parseArgs(words.toArray(String[]::new));
                } catch (final ParameterException e) {
                    throw new AssertionError(page + ": ./bus " + line + ": " + e.getMessage(), e);
                }
            }
        }
    }

    /** As a reader does it: the books first, then the feed, as written. */
    @ParameterizedTest
    @CsvSource({"docs/operate/operations.md, ' --snapshots', ' --join snapshot'",
            "docs/operate/operations.md, ' --timestamps', ' --latencies'",
            "docs/decisions/0004-throughput.md, ' --rate max', ' --book-out'"})
    void booksOfADocumentedFeedAreWhole(final Path page, final String ofFeed, final String ofBooks)
            throws IOException {
        Command.generate(file(), 60_000, 200);
        try (Command book = start(only(page, "book ", ofBooks))) {
            book.awaitLine("waiting for a session");
            try (Command feed = start(only(page, "feed ", ofFeed))) {
                assertEquals(0, feed.exitStatus(), feed::output);
                assertEquals(0, book.exitStatus(), book::output);
            }
        }
    }

    @Test
    void documentedJournalIsRecordedCheckedPrintedTappedAndReplayed() throws IOException {
        final Path page = Path.of("docs/operate/operations.md");
        Command.generate(file(), 60_000, 200);
        try (Command recorder = start(only(page, "record ", " --until-session-ends"))) {
            recorder.awaitLine("waiting for a session");
            try (Command feed = start(only(page, "feed ", " --snapshots"))) {
                assertEquals(0, feed.exitStatus(), feed::output);
                assertEquals(0, recorder.exitStatus(), recorder::output);
            }
        }
        for (final String line : List.of(only(page, "journal check ", ""), only(page, "journal cat ", ""),
                only(page, "tap DIR ", ""))) {
            try (Command command = start(line)) {
                assertEquals(0, command.exitStatus(), command::output);
            }
        }
    }

    @Test
    void documentedOrderFlowIsMatched() throws IOException {
        Command.generate(file(), 60_000, 200);
        final Path page = Path.of("docs/reference/matching.md");
        try (Command match = start(only(page, "match ", "--itch").replaceAll(" \\[.*", ""))) {
            assertEquals(0, match.exitStatus(), match::output);
        }
    }

    /** The only command of a page that begins and continues like this. */
    private static String only(final Path page, final String command, final String part) {
        final List<String> found = commands(ROOT.resolve(page)).stream()
                .filter(line -> line.startsWith(command) && line.contains(part)).toList();
        assertEquals(1, found.size(), () -> page + ": " + command + part + ": " + found);
        return found.getFirst();
    }

    private Command start(final String line) throws IOException {
        return Command.start(bus, words(line).stream().map(word -> switch (word) {
            case "FILE" -> file().toString();
            case "DIR" -> folder.resolve("journal").toString();
            case "levels.txt" -> folder.resolve(word).toString();
            default -> word;
        }).toArray());
    }

    private Path file() {
        return folder.resolve("20191230.itch");
    }

    /** The commands of a page, without comments and redirections. */
    private static List<String> commands(final Path page) {
        try {
            final List<String> found = new ArrayList<>();
            final Matcher lines = COMMAND.matcher(Files.readString(page));
            while (lines.find()) {
                found.add(COMMENT.matcher(lines.group(1).replaceAll("\\\\\\n *", "")).replaceFirst("").strip());
            }
            return found;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> words(final String line) {
        final List<String> words = new ArrayList<>();
        final Matcher found = WORD.matcher(line);
        while (found.find()) {
            final String word = found.group(1) != null ? found.group(1) : found.group(2);
            words.add(PLACEHOLDERS.getOrDefault(word, word));
        }
        assertFalse(words.isEmpty());
        assertTrue(words.stream().noneMatch(word -> word.contains("...")), words::toString);
        return words;
    }
}
