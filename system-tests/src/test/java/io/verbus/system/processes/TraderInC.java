package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;

/**
 * A seat in C that enters orders at random. A file counts the reports and executions that all its processes have
 * handled, also the killed ones: a process begins with the next report, and ends if another one comes.
 *
 * @param bus directory of its bus
 * @param counts that file
 * @param seat name of its seat
 * @param key file with the secret of the seat
 * @param cancels whether its orders are cancelled when it is disconnected
 */
record TraderInC(Path bus, Path counts, String seat, Path key, boolean cancels) {
    private static final int KEEP_ALIVE_MS = 60_000;

    /** Starts a process that runs until it is killed; the test is skipped if the build excludes C. */
    Command start(final int seed) throws IOException {
        return start(seed, Integer.MAX_VALUE);
    }

    /** All reports and executions of the seat were handled once. Nothing else trades meanwhile. */
    void assertEachReportWasHandledOnce(final EntryAudit audit, final int number) throws IOException {
        try (Command last = start(0, 0)) {
            final Matcher handled = last.awaitLine("traded ([0-9]+) ([0-9]+)");
            final long reports = Long.parseLong(handled.group(1));
            audit.until(() -> audit.nextReport(number) > reports, last.output());
            assertEquals(List.of(audit.nextReport(number) - 1, audit.executions(number)),
                    List.of(reports, Long.parseLong(handled.group(2))), last::output);
        }
    }

    /** Enters so many requests. */
    private Command start(final int seed, final int requests) throws IOException {
        final Command trader = Command.startProgram(bus,
                List.of(ClientDriver.programInC("seat_driver").toString(), bus.toString()));
        trader.send("trade " + counts + " " + seed + " " + requests);
        trader.send("seat " + seat + " " + key + " " + KEEP_ALIVE_MS + " " + Patience.LIMIT.toMillis() + " "
                + (cancels ? 1 : 0) + " 1");
        return trader;
    }
}
