package io.verbus.latency.report.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.Series;
import io.verbus.latency.result.Skipped;
import io.verbus.latency.result.MeasuredSubject;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class ComparisonFilesTest {
    private static final String HOSTILE = "</td><script>alert('1')</script> & \"so\" | x";
    private static final Results FULL = PlausibleResults.full(1);

    @TempDir
    private Path folder;

    @Test
    void fullRunStaysBelowOneMebibyte() throws IOException {
        final Document page = page(FULL);
        assertEquals(List.of("At a glance", "Round trips", "One way, at fixed rates", "Throughput",
                "Throughput over the log’s capacity", "Fan-out", "CPU time and memory", "Pauses", "Single rounds",
                "How it was measured, and on what", "The subjects and their settings"), texts(page, "h2"));
        assertTrue(Files.size(folder.resolve(ComparisonFiles.PAGE)) < 1 << 20);
    }

    @Test
    void pageIsSelfContained() throws IOException {
        page(FULL);
        final Pattern reference = Pattern
                .compile(
                        "(?i)url\\(|@import|\\bsrc=|\\bhref=\"[^#]|<script|<link|<iframe"
                                + "|https?:(?!//www.w3.org/2000/svg)");
        for (final String file : List.of(ComparisonFiles.PAGE, ComparisonFiles.PLOT, ComparisonFiles.TABLE)) {
            assertFalse(reference.matcher(Files.readString(folder.resolve(file))).find(), file);
        }
    }

    @Test
    void eachLinkHasATarget() {
        final Document page = page(FULL, FULL);
        final Set<String> places = new HashSet<>();
        elements(page, "section").forEach(section -> assertTrue(places.add("#" + section.getAttribute("id"))));
        elements(page, "a").forEach(link -> assertTrue(places.contains(link.getAttribute("href"))));
    }

    @Test
    void pageAndTableAgree() throws IOException {
        final List<Element> cells = elements(elements(page(FULL), "table").getFirst(), "td");
        final String table = Files.readString(folder.resolve(ComparisonFiles.TABLE));
        final String aeron = table.lines().filter(line -> line.startsWith("| aeron-ipc |")).findFirst().orElseThrow();
        final int columns = 5;
        for (int column = 0; column < columns; column++) {
            // The third row: below the heads are verbus-shm and c-shm.
            final String cell = cells.get(2 * columns + column).getTextContent();
            assertEquals(cell, aeron.split(" \\| ")[column + 1].replace(", ", "").replace(" ×", "×").replace(" |", ""));
        }
        assertTrue(aeron.contains(" ns ×0."), aeron);
        assertTrue(table.contains("Medians of up to 4 rounds in turns"), table);
    }

    @Test
    void onlyDeliveredRatesAreDrawn() {
        final List<String> names = new ArrayList<>();
        final Element section = elements(page(FULL), "section").get(2);
        elements(elements(section, "svg").getFirst(), "text").stream()
                .filter(text -> text.getAttribute("class").startsWith("name")).forEach(text -> names
                        .add(text.getTextContent()));
        assertFalse(names.contains("tcp"), "tcp can't have 1 M/s");
        assertTrue(names.containsAll(List.of("verbus-shm", "jeromq")), names.toString());
        assertTrue(texts(section, "td").contains("lagged610 k/s"), texts(section, "td").toString());
    }

    @Test
    void skippedMeasurementsAndFoldedSourceAreShown() {
        final Document page = page(FULL);
        assertTrue(texts(page, "td").contains("it measures nothing else"));
        assertTrue(elements(page, "details").stream().map(Element::getTextContent)
                .anyMatch(text -> text.startsWith("Source of c-shm, 240 lines") && text.contains("a < b && c > d")));
    }

    @Test
    void sectionsWithoutFiguresAreLeftOut() {
        final Results throughput = only(one -> one.point().mode().equals(MeasuredPoint.THROUGHPUT)
                && one.point().capacityBytes() == null);
        assertEquals(List.of("At a glance", "Throughput", "CPU time and memory", "Pauses", "Single rounds",
                "How it was measured, and on what", "The subjects and their settings"), texts(page(throughput), "h2"));
        assertFalse(Files.exists(folder.resolve(ComparisonFiles.PLOT)), "nothing has a latency");
        assertEquals("verbus-shm", texts(page(only(one -> one.point().round() == 1 && one.point().payloadBytes() == 64
                && one.point().subject().equals("verbus-shm"))), "th").get(6));
    }

    @Test
    void runWithoutFiguresIsRefused() {
        for (final Results none : List.of(only(one -> false), only(one -> one.point().placement().equals("changed")))) {
            final BusException refused = assertThrows(BusException.class,
                    () -> ComparisonFiles.write(List.of(none), folder));
            assertTrue(refused.getMessage().startsWith("no figures to report: "), refused.getMessage());
        }
    }

    @Test
    void unwritableFolderIsReported() {
        final Path absent = folder.resolve("absent");
        assertTrue(assertThrows(BusException.class, () -> ComparisonFiles.write(List.of(FULL), absent)).getMessage()
                .startsWith("cannot write the report into " + absent));
    }

    @Test
    void textIsEscaped() {
        final List<Series> series = FULL.series().stream().filter(one -> one.point().subject().equals("tcp"))
                .map(one -> new Series(renamed(one.point()), one.counts(), one.latency(), one.cost(), one.cores(),
                        one.pauses()))
                .toList();
        final Results hostile = new Results(FULL.environment(), FULL.settings(),
                List.of(new MeasuredSubject(HOSTILE, HOSTILE,
                        List.of(new MeasuredSubject.Setting(HOSTILE, HOSTILE, HOSTILE)), HOSTILE)),
                List.of(new Skipped(HOSTILE, HOSTILE)), series);
        final Document page = page(hostile);
        assertEquals(0, page.getElementsByTagName("script").getLength());
        assertTrue(texts(page, "th").contains(HOSTILE));
    }

    private static MeasuredPoint renamed(final MeasuredPoint point) {
        return new MeasuredPoint(HOSTILE, point.mode(), point.payloadBytes(), point.ratePerS(), point.readers(),
                point.capacityBytes(), point.round(), point.placement(), point.placementNs());
    }

    private static Results only(final Predicate<Series> which) {
        return new Results(FULL.environment(), FULL.settings(), FULL.subjects(), FULL.skipped(),
                FULL.series().stream().filter(which).toList());
    }

    /** Writes the files; the page, and the plot if there is one, are well-formed. */
    private Document page(final Results... runs) {
        try {
            final Path page = ComparisonFiles.write(List.of(runs), folder);
            if (Files.exists(folder.resolve(ComparisonFiles.PLOT))) {
                parse(folder.resolve(ComparisonFiles.PLOT));
            }
            return parse(page);
        } catch (final ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError("not well-formed", e);
        }
    }

    private static Document parse(final Path file) throws ParserConfigurationException, SAXException, IOException {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new InputSource(new StringReader(Files.readString(file))));
    }

    private static List<String> texts(final Document page, final String tag) {
        return texts(page.getDocumentElement(), tag);
    }

    private static List<String> texts(final Element within, final String tag) {
        return elements(within, tag).stream().map(Element::getTextContent).toList();
    }

    private static List<Element> elements(final Document page, final String tag) {
        return elements(page.getDocumentElement(), tag);
    }

    private static List<Element> elements(final Element within, final String tag) {
        final NodeList nodes = within.getElementsByTagName(tag);
        final List<Element> found = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            found.add((Element) nodes.item(i));
        }
        return found;
    }
}
