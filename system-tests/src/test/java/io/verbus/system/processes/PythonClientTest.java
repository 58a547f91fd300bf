package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.Forked;
import io.verbus.support.seeds.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The client in Python is a peer of Java, and decodes messages to the same values. */
class PythonClientTest extends ClientConformance {
    private static final String DRIVER = "tests/driver.py";
    private static final int MESSAGES = 2_000;

    @Override
    List<String> driver() throws IOException {
        return ClientDriver.programInPython(DRIVER);
    }

    @Override
    String language() {
        return "python";
    }

    @Override
    List<String> journalProgram() throws IOException {
        return ClientDriver.programInPython(DRIVER);
    }

    @Override
    List<String> journalCommands() {
        return List.of("cat");
    }

    /** Random messages of all templates of the schemas: those of the tap are decoded by sbe-tool. */
    @Test
    void messagesAreDecodedAsTheTapDecodesThem() throws IOException {
        final Path journal = folder().resolve("journal");
        final Path lines = folder().resolve("lines.json");
        final long seed = Seeds.draw();
        try (Command record = Command.start(directory(), "record", "--stream", "md.random", "--dir", journal,
                "--until-session-ends")) {
            try (Forked publisher = python("random", "md.random", Long.toString(seed), Integer.toString(MESSAGES))) {
                assertEquals(0, publisher.exitStatus(), publisher::output);
            }
            assertEquals(0, record.exitStatus(), record::output);
        }
        try (Command tap = Command.start(directory(), "tap", journal, "--format", "json", "--raw")) {
            assertEquals(0, tap.exitStatus(), tap::output);
            Files.write(lines, tap.output().lines().filter(line -> line.startsWith("{")).toList());
        }
        try (Forked compare = python("compare", lines.toString())) {
            assertEquals(0, compare.exitStatus(), compare::output);
            assertEquals("equal " + MESSAGES, compare.output().strip());
        }
    }

    /** The example, in a virtual environment of its own, prints the spread of the book that Java builds of the day. */
    @Test
    void spreadOfTheExampleIsThatOfTheBook() throws IOException {
        final Path itch = folder().resolve("20191230.itch");
        final Path journal = folder().resolve("journal");
        final BookFiles books = new BookFiles(folder(), "books");
        Command.generate(itch, 20_000, 20);
        try (Command record = Command.start(directory(), "record", "--stream", "md.itch", "--dir", journal, "--block",
                "--until-session-ends");
                Command book = books.start(directory());
                Command feed = Command.start(directory(), "feed", "--stream", "md.itch", "--itch", itch,
                        "--await-subscribers", 2)) {
            assertEquals(0, feed.exitStatus(), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
            assertEquals(0, record.exitStatus(), record::output);
        }
        try (Forked spread = Forked.startProgram(directory(),
                ClientDriver.outsideInPython("examples/spread.py", journal.toString(), "1", "spread.png"))) {
            assertEquals(0, spread.exitStatus(), spread::output);
            final String last = "last: %s %s".formatted(price(books, "1,B,", true), price(books, "1,S,", false));
            assertTrue(spread.output().contains(last), () -> last + " is missing in " + spread.output());
        }
    }

    /** The best price of a side of an instrument; the levels are sorted by price. */
    private static String price(final BookFiles books, final String prefix, final boolean isHighest)
            throws IOException {
        final List<String> levels = books.levels().lines().filter(line -> line.startsWith(prefix)).toList();
        return (isHighest ? levels.getLast() : levels.getFirst()).split(",")[2];
    }

    private Forked python(final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(ClientDriver.programInPython(DRIVER));
        command.addAll(List.of(arguments));
        return Forked.startProgram(directory(), command);
    }
}
