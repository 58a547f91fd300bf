package io.verbus.tools.journal;

import io.verbus.BusException;
import io.verbus.journal.JournalReader;
import io.verbus.journal.check.JournalCheck;
import io.verbus.journal.check.SessionReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bus journal check}: reads every record. */
@Command(name = "check", mixinStandardHelpOptions = true,
        description = "Reads all of a journal, and tells what is wrong"
                + " with it.",
        footer = {"", "Exit status: 0 when all of it is whole, though it may tell of gaps; else 1."})
public final class CheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the journal.")
    private Path directory;

    /** A command that picocli fills in. */
    public CheckCommand() {
    }

    /**
     * Checks it.
     *
     * @return exit status
     * @throws BusException if it is damaged
     */
    @Override
    public Integer call() {
        JournalReader.open(directory);
        final PrintWriter out = spec.commandLine().getOut();
        final JournalCheck check = new JournalCheck(directory);
        final List<SessionReport> reports = check.run();
        reports.forEach(report -> out.println(line(report)));
        final List<String> damages = Stream
                .concat(reports.stream().flatMap(report -> report.damages().stream()), check.unreadable().stream())
                .toList();
        out.println(Amounts.count(reports.size(), "session") + ", "
                + Amounts.count(reports.stream().mapToLong(SessionReport::messages).sum(), "message") + ", "
                + Amounts.count(reports.stream().mapToLong(SessionReport::losses).sum(), "gap") + ", "
                + Amounts.count(reports.stream().mapToLong(SessionReport::segments).sum(), "segment") + ", "
                + Amounts.count(reports.stream().mapToLong(SessionReport::bytes).sum(), "byte"));
        out.flush();
        if (!damages.isEmpty()) {
            damages.stream().skip(1).forEach(damage -> spec.commandLine().getErr().println("bus: " + damage));
            throw new BusException(damages.getFirst());
        }
        return 0;
    }

    private static String line(final SessionReport report) {
        return "session " + HexFormat.of().toHexDigits(report.session().id()) + " of stream "
                + report.session().stream() + ": "
                + (report.next() == report.first()
                        ? "no sequences, "
                        : "sequences " + report.first() + ".." + (report.next() - 1) + ", ")
                + Amounts.count(report.messages(), "message") + ", " + Amounts.count(report.losses(), "gap")
                + (report.losses() == 0 ? "" : " (" + Amounts.count(report.lost(), "sequence") + ")") + ", "
                + Amounts.count(report.segments(), "segment") + ", " + Amounts.count(report.bytes(), "byte") + ", "
                + (report.end().isEmpty() ? "not ended" : report.end());
    }
}
