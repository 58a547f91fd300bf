package io.verbus.latency.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class ReportPageTest {
    private static final String HOSTILE = "</title><script>alert('1')</script> & \"so\" \u0000\u001b[31m \ud800 ]]>";

    @Test
    void pageShowsTheFiguresOfTheTerminal() {
        final List<LatencySeries> series = List.of(series("50,000/s", 1, 20), series("max", 2, 20));
        final Document page = parse(ReportPage.of(report(series)));
        final List<String> cells = texts(page, "td");
        final List<List<String>> rows = PercentileTable.rows("run", series).stream().skip(1)
                .map(row -> row.subList(1, row.size())).toList();
        final String text = PercentileTable.text(series);
        assertEquals(rows.stream().flatMap(List::stream).toList(), cells.subList(0, 14));
        for (final List<String> row : rows) {
            assertTrue(text.lines().anyMatch(line -> row.stream().allMatch(line::contains)), text);
        }
        assertEquals(List.of(rows.get(0).get(0), rows.get(0).get(2), rows.get(0).get(3),
                rows.get(0).get(5), "5.62 M/s"), texts(page, "dd").subList(0, 5));
        assertEquals(List.of("Order added", "436,291"), List.of(texts(page, "th").getLast(), cells.getLast()));
    }

    @Test
    void eachRunHasACurveAndThreeLinesOverTime() {
        final Document page = parse(ReportPage.of(report(List.of(series("a", 1, 20), series("b", 2, 20)))));
        final int wideAndNarrow = 2;
        assertEquals(wideAndNarrow * 2 * (2 + 2 * 3), page.getElementsByTagName("polyline").getLength(),
                "each line, and a leader to its name");
        assertEquals(wideAndNarrow * 3, page.getElementsByTagName("svg").getLength());
    }

    @Test
    void referenceIsAboveTheRunsInTheTableAndAmongThemInThePlot() {
        final Document page = parse(ReportPage.of(report(List.of(series("a", 1, 20)),
                Optional.of(series("this machine alone", 2, 0)))));
        final List<String> names = texts(page, "th");
        assertEquals("a", names.get(names.indexOf("this machine alone") + 1));
        final int wideAndNarrow = 2;
        assertEquals(wideAndNarrow * 2 * (2 + 3), page.getElementsByTagName("polyline").getLength());
    }

    /** The label is above the lines, of which the median often runs along the bottom. */
    @Test
    void warmUpIsNamedAboveTheLines() {
        final Document page = parse(ReportPage.of(report(List.of(series("a", 1, 30, 10)))));
        final Element band = (Element) page.getElementsByTagName("rect").item(0);
        final Element label = (Element) band.getNextSibling();
        assertEquals("warm-up", label.getTextContent());
        assertTrue(Double.parseDouble(label.getAttribute("y")) < Double.parseDouble(band.getAttribute("y")));
    }

    @Test
    void warmUpIsShadedAndNamed() {
        final Document page = parse(ReportPage.of(report(List.of(series("a", 1, 30, 10)))));
        final int wideAndNarrow = 2;
        assertEquals(wideAndNarrow, page.getElementsByTagName("rect").getLength());
        assertEquals("Latency by percentile, after 10 s of warm-up", texts(page, "h2").getFirst());
    }

    @Test
    void textIsEscaped() {
        final Report hostile = new Report(HOSTILE, HOSTILE, HOSTILE, Optional.of(HOSTILE),
                List.of(new Report.Highlight(HOSTILE, HOSTILE)),
                List.of(series(HOSTILE, 1, 5)), Optional.empty(),
                List.of(new Report.Table(HOSTILE, List.of(HOSTILE, HOSTILE), List.of(List.of(HOSTILE, HOSTILE)))),
                Map.of(HOSTILE, HOSTILE));
        final Document page = parse(ReportPage.of(hostile));
        assertEquals(0, page.getElementsByTagName("script").getLength());
        assertEquals(HOSTILE.replaceAll("[\u0000\u001b\ud800]", "\ufffd"), texts(page, "title").getFirst());
    }

    @Test
    void pageIsSelfContained() {
        final String page = ReportPage.of(report(List.of(series("a", 1, 20))));
        final Pattern reference = Pattern.compile("(?i)//|url\\(|@import|\\bsrc=|\\bhref=|<script|<link|<iframe");
        assertFalse(reference.matcher(page).find());
    }

    @Test
    void emptyRunIsReported() {
        final LatencySeries empty = new LatencySeries("50,000/s", new Histogram(3), List.of(), 0);
        for (final List<LatencySeries> none : List.of(List.of(empty), List.<LatencySeries>of())) {
            final Document page = parse(ReportPage.of(report(none)));
            assertEquals("No latencies were recorded: the stream carried no timestamps, or no message arrived.",
                    texts(page, "p").get(1));
            assertEquals(0, page.getElementsByTagName("svg").getLength());
        }
    }

    @Test
    void sixLongRunsStayBelow200Kib() {
        final List<LatencySeries> series = new ArrayList<>();
        for (int run = 0; run < 6; run++) {
            series.add(series("run " + run, run, 120));
        }
        final int length = ReportPage.of(report(series)).length();
        assertTrue(length < 200 * 1024, () -> length + " bytes");
    }

    private static Report report(final List<LatencySeries> series) {
        return report(series, Optional.empty());
    }

    private static Report report(final List<LatencySeries> series, final Optional<LatencySeries> reference) {
        final List<List<String>> counts = List.of(List.of("Order added", "436,291"));
        return new Report("Latency report", "A test.", "A latency.", Optional.empty(),
                List.of(new Report.Highlight("at full speed", "5.62 M/s")),
                series, reference, List.of(new Report.Table("Messages", List.of("type", "count"), counts)),
                Map.of("CPU", "a fast one"));
    }

    private static LatencySeries series(final String name, final long seed, final int intervals) {
        return series(name, seed, intervals, 0);
    }

    private static LatencySeries series(final String name, final long seed, final int intervals,
            final double warmUpSeconds) {
        final SplittableRandom random = new SplittableRandom(seed);
        final Histogram total = new Histogram(3);
        final List<LatencySeries.Interval> parts = new ArrayList<>();
        for (int second = 0; second < intervals; second++) {
            final Histogram part = new Histogram(3);
            for (int i = 0; i < 1_000; i++) {
                part.recordValue((long) Math.exp(6 + 7 * Math.pow(random.nextDouble(), 20)));
            }
            total.add(part);
            parts.add(LatencySeries.Interval.of(second, second + 1, part));
        }
        return new LatencySeries(name, total, parts, warmUpSeconds);
    }

    private static Document parse(final String page) {
        try {
            final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            return factory.newDocumentBuilder().parse(new InputSource(new StringReader(page)));
        } catch (final ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError("not well-formed", e);
        }
    }

    private static List<String> texts(final Document page, final String tag) {
        final NodeList nodes = page.getElementsByTagName(tag);
        final List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent());
        }
        return texts;
    }
}
