package io.verbus.tools.journal;

import io.verbus.BusException;
import io.verbus.journal.JournalCheck;
import io.verbus.journal.JournalReader;
import io.verbus.journal.JournalCheck.SessionReport;
import io.verbus.tools.Texts;
import java.io.PrintWriter;
import java.nio.file.Path;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bus journal check}: verifies every record. */
@Command(name = "check", mixinStandardHelpOptions = true,
        description = "Reads and verifies a complete journal, and reports any damage.",
        footer = {"", "Exit status: 0 if no record is damaged (recorded gaps are listed, they are not damage); 1 if the"
                + " journal is damaged or cannot be read; 2 for wrong options."})
public final class CheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the journal.")
    private Path directory;

    /** Creates a command; picocli sets its options. */
    public CheckCommand() {
    }

    /**
     * Verifies the journal.
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
        out.println(Texts.count(reports.size(), "session") + ", "
                + Texts.count(reports.stream().mapToLong(SessionReport::messages).sum(), "message") + ", "
                + Texts.count(reports.stream().mapToLong(SessionReport::losses).sum(), "gap") + ", "
                + Texts.count(reports.stream().mapToLong(SessionReport::segments).sum(), "segment") + ", "
                + Texts.count(reports.stream().mapToLong(SessionReport::bytes).sum(), "byte"));
        out.flush();
        if (!damages.isEmpty()) {
            damages.stream().skip(1).forEach(damage -> spec.commandLine().getErr().println("bus: " + damage));
            throw new BusException(damages.getFirst());
        }
        return 0;
    }

    private static String line(final SessionReport report) {
        return "session " + Texts.hex(report.session().id()) + " of stream "
                + report.session().stream() + ": "
                + (report.next() == report.first()
                        ? "no sequences, "
                        : "sequences " + report.first() + ".." + (report.next() - 1) + ", ")
                + Texts.count(report.messages(), "message") + ", " + Texts.count(report.losses(), "gap")
                + (report.losses() == 0 ? "" : " (" + Texts.count(report.lost(), "sequence") + ")") + ", "
                + Texts.count(report.segments(), "segment") + ", " + Texts.count(report.bytes(), "byte") + ", "
                + (report.end().isEmpty() ? "not ended" : report.end());
    }
}
