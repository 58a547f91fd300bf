package io.verbus.tools.demo;

import io.verbus.Build;
import io.verbus.BusException;
import io.verbus.latency.compare.MachineAlone;
import io.verbus.latency.report.HlogFile;
import io.verbus.latency.report.LatencySeries;
import io.verbus.latency.report.PercentileTable;
import io.verbus.latency.report.Report;
import io.verbus.latency.report.ReportPage;
import io.verbus.latency.report.TextTable;
import io.verbus.latency.result.Environment;
import io.verbus.tools.host.CorePair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The result of a demo, as text and as an HTML page.
 *
 * @param subtitle subject of the measurement
 * @param name of the latencies
 * @param meaning of a latency, a sentence
 * @param warmUpSeconds start of the latencies that the percentiles leave out
 * @param pinned the cores of the processes, as text
 * @param alone the machine on these cores before the runs
 * @param machine its description
 * @param paced summary of the run whose latencies are shown
 * @param full summary of the run at full speed
 */
record DemoReport(String subtitle, String name, String meaning, int warmUpSeconds, String pinned,
        Optional<MachineAlone> alone, Map<String, String> machine, BookSummary paced, BookSummary full) {
    private static final String PAGE = "index.html";
    private static final String LOG = "latency.hlog";

    private static final String ONE_WAY = "Latency is the time from a message's publication (its frame becomes visible"
            + " in the log) to its handler in the subscribing process, both read from the same monotonic clock.";

    /** The report of two processes of this host. */
    static DemoReport ofHost(final DemoSessions sessions, final Rate rate, final DemoConnection meeting,
            final Optional<CorePair> cores, final MachineAlone alone, final Map<String, String> machine,
            final BookSummary paced, final BookSummary full) {
        final String subtitle = String.format(Locale.ROOT,
                "From the commit in the feed handler to the message handler of the order books, two processes %s: %,d"
                        + " messages of %s at %s",
                meeting.text(), paced.messages(), sessions.name(), rate.text());
        final String pinned = cores.map(pair -> "feed handler to core " + pair.feed() + ", order books to core "
                + pair.book() + ", which the other threads of both processes leave alone")
                .orElse("no: there is only one core, which the two processes share");
        return new DemoReport(subtitle, rate.text(), ONE_WAY, Rate.WARM_UP_SECONDS, pinned, Optional.of(alone), machine,
                paced, full);
    }

    /** The report for the terminal, with the same figures as the page. */
    String text() {
        return TextTable.text(DemoTables.counts(paced)) + '\n' + TextTable.text(DemoTables.topOfBook(paced)) + '\n'
                + caution().map(caution -> caution + "\n\n").orElse("")
                + PercentileTable.text(Stream.concat(reference().stream(), latencies().stream()).toList())
                + warmUp().map(text -> "(" + text + ")\n").orElse("")
                + "\nfull speed: " + throughput() + '\n';
    }

    /** Writes the page and the latency log into an existing folder. Returns the path of the page. */
    Path write(final Path folder, final OffsetDateTime now) {
        try {
            Files.copy(paced.latencies(), folder.resolve(LOG), StandardCopyOption.REPLACE_EXISTING);
            return Files.writeString(folder.resolve(PAGE), page(now));
        } catch (final IOException e) {
            throw new BusException("--report " + folder + ": cannot write the report: " + e, e);
        }
    }

    private String page(final OffsetDateTime now) {
        final String head = subtitle + warmUp().map(text -> "; " + text).orElse("") + ". "
                + now.format(DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)) + ".";
        return ReportPage.of(new Report("Verbus demo: latency", head, meaning, caution(),
                List.of(new Report.Highlight("throughput at full speed", millions(full.perSecond())),
                        new Report.Highlight("messages", String.format(Locale.ROOT, "%,d", paced.messages())),
                        new Report.Highlight("lost", String.format(Locale.ROOT, "%,d",
                                Stream.of(paced, full).distinct().mapToLong(BookSummary::lost).sum()))),
                latencies(), reference(), List.of(DemoTables.topOfBook(paced), DemoTables.counts(paced)),
                facts()));
    }

    private Map<String, String> facts() {
        final Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Verbus", Build.description());
        facts.put("Pinned", pinned);
        alone.ifPresent(before -> facts.put(Environment.ALONE, before.text()
                + ", on the same cores before the run"));
        facts.put("Full speed", throughput());
        facts.putAll(machine);
        return facts;
    }

    private String throughput() {
        return String.format(Locale.ROOT,
                "%,d messages, %,d lost, at %s: ITCH decoded, normalised, published, read and applied to the books",
                full.messages(), full.lost(), millions(full.perSecond()));
    }

    private Optional<String> caution() {
        return alone.flatMap(before -> before.caution(machine));
    }

    private Optional<LatencySeries> reference() {
        return alone.map(MachineAlone::series);
    }

    private List<LatencySeries> latencies() {
        return HlogFile.read(paced.latencies(), name, warmUpSeconds).stream().map(run -> run.named(name)).toList();
    }

    /** A note that the percentiles exclude the warm-up; message counts include it. */
    private Optional<String> warmUp() {
        return latencies().stream().filter(run -> !run.isEmpty()).findFirst().flatMap(LatencySeries::warmUp)
                .map(after -> "percentiles are of messages " + after
                        + ", in which the JVMs compile; after a pause, such"
                        + " as of the scheduler, the feed continues at its rate without a burst");
    }

    private static String millions(final long perSecond) {
        return String.format(Locale.ROOT, "%.2f million/s", perSecond / 1e6);
    }
}
