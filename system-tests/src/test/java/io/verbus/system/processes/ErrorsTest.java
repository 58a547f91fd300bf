package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./bus errors} for a process that runs, was killed, and was removed by the next one. */
@Tag("processes")
class ErrorsTest {
    @TempDir(factory = ShmDir.class)
    private Path bus;

    @Test
    void errorOfARunningAndOfAKilledProcessIsPrinted() throws IOException {
        assertEquals("no errors reported in " + bus + "\n", errors());
        Files.writeString(bus.resolve(".losses"), "damaged");
        final String error = "\\d{4}-\\d\\d-\\d\\d .*  1\n    the loss report was renamed to " + bus
                + "/\\.losses\\.damaged-[0-9a-f]+, and a new one was created: .*\n1 distinct error of 1 process in "
                + bus + "\n";
        try (Command book = book()) {
            final String running = errors();
            assertTrue(running.matches("PID +FIRST.*\n\\d+  " + error), running);
            final String json = errors("--json");
            assertTrue(json.matches("\\{\"pid\":\\d+,.*\"alive\":true,.*\"count\":1,.*\"trace\":\".*\"}\n"), json);
            book.kill();
            book.exitStatus();
        }
        final String killed = errors();
        assertTrue(killed.matches("PID +FIRST.*\n\\d+, ended  " + error), killed);
        try (Command next = book()) {
            assertEquals("no errors reported in " + bus + "\n", errors(), next::output);
        }
    }

    private Command book() throws IOException {
        final Command book = Command.start(bus, "book", "--stream", "md.itch", "--idle", "sleep");
        book.awaitLine("waiting for a session");
        return book;
    }

    private String errors(final String... options) throws IOException {
        final Object[] arguments = new Object[options.length + 1];
        arguments[0] = "errors";
        System.arraycopy(options, 0, arguments, 1, options.length);
        try (Command command = Command.start(bus, arguments)) {
            assertEquals(0, command.exitStatus(), command::output);
            return command.output();
        }
    }
}
