package io.verbus.tools.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.matching.script.ListedInstrument;
import io.verbus.matching.script.ScriptException;
import io.verbus.tools.generate.GenerateCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The stock directory of a session becomes the instruments of an exchange. */
class ItchInstrumentsTest {
    @TempDir
    private Path folder;

    @Test
    void eachStockIsAnInstrumentWithItsLocate() {
        final Path itch = folder.resolve("20191230.itch");
        assertEquals(0, new CommandLine(new GenerateCommand()).execute("--seed", "7", "--messages", "2000", "--symbols",
                "40", "--out", itch.toString()));
        final List<ListedInstrument> found = new ItchInstruments().read(3, itch.toString());

        assertEquals(40, found.size());
        assertEquals(40, found.stream().map(ListedInstrument::number).distinct().count());
        assertEquals(40, found.stream().map(ListedInstrument::symbol).distinct().count());
        final ListedInstrument first = found.getFirst();
        assertEquals(new ListedInstrument(first.number(), first.symbol(), 100, 4, 1, 0, Long.MAX_VALUE), first);
        assertTrue(first.number() >= 1 && !first.symbol().isBlank() && first.symbol().equals(first.symbol().strip()),
                first::toString);
    }

    @Test
    void otherFilesAreRefusedWithTheLine() throws IOException {
        final Path text = Files.writeString(folder.resolve("text"), "instrument XYZ");
        assertTrue(assertThrows(ScriptException.class, () -> new ItchInstruments().read(3, text.toString()))
                .getMessage().startsWith("line 3: " + text + " is not a file of ITCH 5.0 messages"));
        assertTrue(assertThrows(ScriptException.class,
                () -> new ItchInstruments().read(4, folder.resolve("none").toString())).getMessage()
                .startsWith("line 4: "));
    }
}
