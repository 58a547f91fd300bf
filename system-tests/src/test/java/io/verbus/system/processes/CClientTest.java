package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.Forked;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The client in C is a peer of Java. */
class CClientTest extends ClientConformance {
    @Override
    List<String> driver() {
        return List.of(ClientDriver.programInC("driver").toString());
    }

    @Override
    String language() {
        return "c";
    }

    @Override
    List<String> journalProgram() {
        return List.of(ClientDriver.programInC("verbus-journal").toString());
    }

    @Override
    List<String> journalCommands() {
        return List.of("check", "cat");
    }

    /** The example in C++ decodes by codecs of sbe-tool. */
    @Test
    void topOfBookInCppIsThatOfJava() throws IOException {
        final Path itch = folder().resolve("20191230.itch");
        final BookFiles books = new BookFiles(folder(), "books");
        Command.generate(itch, 20_000, 20);
        try (Command book = books.start(directory(), "--policy", "skip");
                Forked top = Forked.startProgram(directory(),
                        List.of(ClientDriver.programInC("top_of_book").toString(), "md.itch", "1"));
                Command feed = Command.start(directory(), "feed", "--stream", "md.itch", "--itch", itch,
                        "--await-subscribers", 2)) {
            assertEquals(0, feed.exitStatus(), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
            assertEquals(0, top.exitStatus(), top::output);
            final List<String> bids = levels(books, "1,B,");
            final List<String> offers = levels(books, "1,S,");
            assertEquals(bids.getLast() + " | " + offers.getFirst(), top.output().lines().toList().getLast());
        }
    }

    /** Quantity and price of each level of an instrument and a side, from the lowest price. */
    private static List<String> levels(final BookFiles books, final String prefix) throws IOException {
        return books.levels().lines().filter(line -> line.startsWith(prefix)).map(line -> line.split(","))
                .map(fields -> fields[3] + " @ " + fields[2]).toList();
    }
}
