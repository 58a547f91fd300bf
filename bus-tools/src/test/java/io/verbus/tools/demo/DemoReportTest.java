package io.verbus.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.latency.compare.MachineAlone;
import io.verbus.tools.host.CorePair;
import io.verbus.tools.host.ReportFolder;
import io.verbus.tools.options.TransportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoReportTest {
    private static final String SUMMARY = """
            outcome=ended
            gaps.messages=0
            doubtful=0
            messages=1002
            messages.OrderAdded=600
            messages.OrderDeleted=400
            messages.Trade=2
            messages.Quote=0
            loops=8
            rate.overall=7000000
            rate.medianLoop=8094999
            refused.unknownReference=0
            top.0.symbol=SPY
            top.0.priceExponent=-4
            top.0.bid=3226000
            top.0.bid.shares=100
            top.0.offer=3227050
            top.0.offer.shares=1200
            top.1.symbol=EMPTY
            top.1.priceExponent=0
            """;

    @TempDir
    private Path folder;

    @Test
    void terminalAndPageHaveTheSameFigures() throws IOException {
        final DemoReport report = report(0.05);
        assertEquals("""
                Messages by type, 8 passes
                  type          messages
                  OrderAdded         600
                  OrderDeleted       400
                  Trade                2
                  all              1,002

                Top of book, most active symbols
                  symbol  bid shares     bid     offer  offer shares
                  SPY            100  322.60  322.7050         1,200
                  EMPTY            –       –         –             –

                latency                p50     p90     p99   p99.9  p99.99     max  count
                this machine alone   90 ns   90 ns   90 ns   90 ns   90 ns   90 ns      1
                50,000/s            250 ns  250 ns  250 ns  250 ns  250 ns  250 ns      2

                full speed: 1,002 messages, 0 lost, at 8.09 million/s: ITCH decoded, normalised, published, read and \
                applied to the books
                """, report.text());
        final OffsetDateTime now = OffsetDateTime.parse("2026-11-20T18:15:00Z");
        final Path page = report.write(folder, now);
        final String html = Files.readString(page);
        assertTrue(html.contains("1,002 messages of a test at 50,000/s. 20 November 2026, 18:15 UTC."), html);
        assertTrue(html.contains("<dd>8.09 million/s</dd>"), html);
        assertTrue(html.contains("<dd>feed handler to core 0, order books to core 1, which the other threads of both"
                + " processes leave alone</dd>"), html);
        assertTrue(html.contains("<dd>a fast one</dd>"), html);
        assertTrue(Files.exists(folder.resolve("latency.hlog")));
    }

    @Test
    void otherLoadIsStatedAboveTheFigures() throws IOException {
        final DemoReport report = report(1.3);
        final String caution = "Before the run other programs had 65 % of the time of these cores (load average 12.3,"
                + " cores: 2): the figures contain their pauses. Repeat it on a quieter machine.";
        assertTrue(report.text().contains("\n" + caution + "\n\nlatency "), report::text);
        final Path page = report.write(folder, OffsetDateTime.parse("2026-11-20T18:15:00Z"));
        assertTrue(Files.readString(page).contains("<p class=\"verdict\">" + caution + "</p>"));
    }

    @Test
    void reportFolderThatIsAFileIsRefused() throws IOException {
        final Path file = Files.createFile(folder.resolve("taken"));
        assertEquals("--report " + file + ": cannot create this folder: a file of this name exists",
                assertThrows(BusException.class, () -> ReportFolder.require(file)).getMessage());
    }

    @Test
    void defaultReportFolderThatCannotBeWrittenIsReplacedByATemporaryOne() throws IOException {
        final Path file = Files.createFile(folder.resolve("demo-report"));
        final Path temporary = ReportFolder.orTemporary(file, folder);
        assertTrue(Files.isDirectory(temporary) && temporary.startsWith(folder), temporary::toString);
        final Path writable = folder.resolve("target/demo-report");
        assertEquals(writable, ReportFolder.orTemporary(writable, folder));
    }

    @Test
    void summaryWithoutANumberIsRefused() throws IOException {
        final Path summary = Files.writeString(folder.resolve("summary"), "messages=many\n");
        assertEquals("invalid summary of the order books: no number for messages",
                assertThrows(BusException.class, () -> BookSummary.read(summary, folder).messages()).getMessage());
    }

    private DemoReport report(final double withheldShare) throws IOException {
        final Path summary = Files.writeString(folder.resolve("summary"), SUMMARY);
        final Path hlog = folder.resolve("run.hlog");
        final HistogramLogWriter log = new HistogramLogWriter(hlog.toFile());
        log.outputLogFormatVersion();
        final Histogram second = new Histogram(3);
        second.recordValueWithCount(250, 2);
        second.setTag("md.itch");
        log.outputIntervalHistogram(0, 1, second, 1);
        log.close();
        final BookSummary books = BookSummary.read(summary, hlog);
        final Histogram alone = new Histogram(3);
        alone.recordValue(90);
        final Excerpt session = new Excerpt(folder.resolve("x.itch"), 1_000, true, Optional.empty());
        return DemoReport.ofHost(new DemoSessions("a test", session, session), Rate.parse("50000/s"),
                DemoConnection.over(TransportOption.SHM),
                Optional.of(new CorePair(0, 1)), new MachineAlone(alone, withheldShare),
                Map.of("CPU", "a fast one", "Load average", "12.3, 5.1, 2.0", "Cores", "2, virtual"), books, books);
    }
}
