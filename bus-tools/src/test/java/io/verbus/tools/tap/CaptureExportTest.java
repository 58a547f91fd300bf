package io.verbus.tools.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.BusSettings;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.Journals;
import io.verbus.tools.Main;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import uk.co.real_logic.sbe.xml.Message;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/** Captures of {@code journal export}: tshark prints the fields that the tap has. Skipped without tshark. */
class CaptureExportTest {
    private static final String SCHEMA = "src/test/resources/tap/user.xml";
    private static final int ROUNDS = 4;
    private static final int INSTRUMENT = 7;
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int FRAME_HEADER = 32;

    @TempDir
    private Path journal;
    @TempDir
    private Path folder;
    private final StringWriter err = new StringWriter();

    /** A field as a tree has it. */
    private record Line(String name, Object value) {}

    @Test
    void fieldsOfOwnSchemasAreThoseOfTheTap() throws Exception {
        final Random random = new Random(Seeds.draw());
        final List<byte[]> messages = new ArrayList<>(List.of(instrument()));
        for (int round = 0; round < ROUNDS; round++) {
            final boolean isDefined = round == 0;
            for (final String schema : List.of("market-data", "nasdaq", "orders")) {
                for (final Message message : messages(schema)) {
                    final CodecFields codec = new CodecFields(message, "io.verbus.codec." + schema.replace("-", ""));
                    final UnsafeBuffer bytes = codec.random(random, codec.schema(), codec.version());
                    message.fields().stream().filter(field -> field.name().equals("instrumentId")
                            && isDefined && !message.name().equals("Instrument"))
                            .forEach(field -> bytes.putInt(Quotes.HEADER + field.computedOffset(), INSTRUMENT));
                    messages.add(bytes.byteArray());
                }
            }
        }
        write(messages);
        assertEquals(1, export(), err::toString);
        assertTrue(err.toString().contains("without the definition of its instrument"), err::toString);
        assertTreesAreThoseOf(new MessageDecoder(SchemaFile.own()), messages);
        export(journal, out("AAPL"), "--symbol", "AAPL", "--template", "OrderAdded", "--from", "1");
        final String instruments = tshark(out("AAPL"), "-Y", "verbus.symbol == \"AAPL\"",
                "-T", "fields", "-e", "sbe.instrumentId");
        assertEquals(Integer.toString(INSTRUMENT), instruments.strip());
    }

    /** Defines the instrument of some of the random messages, with decimals. */
    private static byte[] instrument() {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[512]);
        final InstrumentEncoder encoder = new InstrumentEncoder().wrapAndApplyHeader(bytes, 0,
                new MessageHeaderEncoder());
        encoder.instrumentId(INSTRUMENT).priceExponent((byte) -4).quantityExponent((byte) -1).legsCount(0);
        encoder.symbol("AAPL");
        return Arrays.copyOf(bytes.byteArray(), Quotes.HEADER + encoder.encodedLength());
    }

    @Test
    void fieldsOfForeignSchemaAreThoseOfTheTap() throws Exception {
        final byte[] shortened = new byte[Quotes.HEADER + 8 + 6 + 6 + 2 + 4];
        System.arraycopy(Quotes.header(8, 7, 900, 1), 0, shortened, 0, Quotes.HEADER);
        final List<byte[]> messages = List.of(Quotes.whole(), Quotes.ofVersion0(), Quotes.whole(3, 5), shortened);
        write(messages);
        assertEquals(0, export("--schema", SCHEMA), err::toString);
        assertTreesAreThoseOf(new MessageDecoder(List.of(Quotes.schema())), messages);
    }

    /** As venues publish them: with optional fields, groups, data, decimals and times of all kinds. */
    @TestFactory
    Stream<DynamicTest> fieldsOfPublishedSchemasAreThoseOfTheTap() throws IOException {
        final String data = System.getenv("VERBUS_TEST_DATA");
        assumeTrue(data != null, "skipped: VERBUS_TEST_DATA is not set");
        try (Stream<Path> files = Files.walk(Path.of(data, "sbe-schemas"))) {
            return files.filter(file -> file.toString().endsWith(".xml")).sorted().toList().stream()
                    .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> assertPublished(file)));
        }
    }

    private void assertPublished(final Path schema) throws Exception {
        final DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        final SchemaEncoder encoder = new SchemaEncoder(factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(Files.readAllBytes(schema))).getDocumentElement(),
                new Random(Seeds.draw()));
        final List<byte[]> messages = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (final Element message : encoder.messages()) {
                messages.add(encoder.encode(message, new LinkedHashMap<>()));
            }
        }
        final String name = schema.getFileName().toString();
        final Path recorded = Files.createDirectory(journal.resolve(name));
        write(recorded, messages);
        assertEquals(0, export(recorded, out(name), "--schema", schema.toString()), err::toString);
        assertTreesAreThoseOf(out(name), new MessageDecoder(List.of(SchemaFile.read(schema))), messages);
    }

    @Test
    void frameHasItsPlaceInTheJournal() throws Exception {
        write(List.of(Quotes.whole(), Quotes.whole()));
        assertEquals(0, export("--schema", SCHEMA, "--from", "1"), err::toString);
        assertEquals("1767225600.000001000;0x0000000000abcdef;1;0;;Quote;18446744073709551615;101.5;BUY;AAPL,LONGER",
                tshark("-T", "fields", "-E", "separator=;", "-e", "frame.time_epoch", "-e", "verbus.session", "-e",
                        "verbus.sequence", "-e", "verbus.message", "-e", "verbus.published", "-e", "sbe.template",
                        "-e", "sbe.id", "-e", "sbe.bid", "-e", "sbe.side", "-e", "sbe.legs.symbol").strip());
        assertEquals("1 Quote", tshark("-Y", "sbe.bid > 101 && sbe.flags contains \"CLOSING\"", "-T", "fields", "-e",
                "frame.number", "-e", "_ws.col.Info").strip().replaceAll("\\s+", " "));
        assertEquals("", tshark("-Y", "sbe.bid > 102 || sbe.malformed").strip());
    }

    @Test
    void captureHasMessagesAsTheyAre() throws Exception {
        final int blob = 270_000;
        final int atBlob = Quotes.whole().length - 3;
        final byte[] longMessage = Arrays.copyOf(Quotes.whole(), atBlob + blob);
        new UnsafeBuffer(longMessage).putInt(atBlob - Integer.BYTES, blob, ByteOrder.BIG_ENDIAN);
        write(List.of(Quotes.whole(), new byte[]{1, 2, 3}, Quotes.ofVersion0(), longMessage));
        assertEquals(1, export("--schema", SCHEMA), err::toString);
        assertTrue(err.toString().contains("export: 1 message not decoded: they are shorter than a message header\n"),
                err::toString);
        assertTrue(err.toString().contains("export: 1 message cut off: a frame has at most 262144 bytes"),
                err::toString);
        final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(out("pcap").resolve("messages.pcap")))
                .order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(0xA1B23C4D, bytes.getInt(0));
        assertEquals(147, bytes.getInt(20));
        bytes.position(FILE_HEADER);
        assertFrame(0, Quotes.whole(), bytes);
        assertFrame(2, Quotes.ofVersion0(), bytes);
        assertFrame(3, longMessage, bytes);
        assertEquals(0, bytes.remaining());
        assertEquals("3", tshark("-Y", "sbe.malformed", "-T", "fields", "-e", "frame.number").strip());
    }

    private static void assertFrame(final int sequence, final byte[] message, final ByteBuffer from) {
        assertEquals(Journals.receivedNs(sequence), from.getInt() * 1_000_000_000L + from.getInt());
        final int length = from.getInt();
        assertEquals(FRAME_HEADER + message.length, from.getInt());
        final byte[] frame = new byte[length];
        from.get(frame);
        assertEquals(sequence, frame[16]);
        assertEquals(Math.min(message.length + FRAME_HEADER, 262_144), length);
        assertTrue(Arrays.equals(message, 0, length - FRAME_HEADER, frame, FRAME_HEADER, length));
    }

    @Test
    void lossIsStatusOneAndBadInputOneSentence() throws IOException {
        Journals.write(journal, session -> {
            Journals.append(session, 0, Quotes.whole());
            session.lose(1, 4, "the subscription was lapped", Journals.receivedNs(4));
            Journals.append(session, 5, Quotes.whole());
            session.end(6, Journals.receivedNs(6));
        });
        assertEquals(1, export("--schema", SCHEMA), err::toString);
        assertTrue(err.toString().contains("sequences 1 to 4 are missing in the journal"), err::toString);
        for (final List<String> bad : List.of(List.of("there is no template Quoto: did you mean Quote?", "--template",
                "Quoto"), List.of("there is no instrument AAPL", "--symbol", "AAPL"),
                List.of("nothing is written",
                        "--from", "7"))) {
            err.getBuffer().setLength(0);
            assertEquals(1, export(journal, out("bad"), Stream.concat(Stream.of("--schema", SCHEMA),
                    bad.stream().skip(1)).toArray(String[]::new)));
            assertTrue(err.toString().contains(bad.getFirst()), err::toString);
            assertEquals(1, err.toString().lines().filter(line -> line.startsWith("bus: ")).count(), err::toString);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(out("pcap")), files.toList());
        }
    }

    private void write(final List<byte[]> messages) {
        write(journal, messages);
    }

    private static void write(final Path to, final List<byte[]> messages) {
        Journals.write(to, session -> {
            for (int i = 0; i < messages.size(); i++) {
                Journals.append(session, i, messages.get(i));
            }
            session.end(messages.size(), Journals.receivedNs(messages.size()));
        });
    }

    private static List<Message> messages(final String schema) throws Exception {
        try (InputStream in = Files.newInputStream(Path.of("../codecs/src/main/resources/" + schema + ".xml"))) {
            return List.copyOf(XmlSchemaParser.parse(in, ParserOptions.DEFAULT).messages());
        }
    }

    private void assertTreesAreThoseOf(final MessageDecoder decoder, final List<byte[]> messages) throws Exception {
        assertTreesAreThoseOf(out("pcap"), decoder, messages);
    }

    private static void assertTreesAreThoseOf(final Path capture, final MessageDecoder decoder,
            final List<byte[]> messages) throws Exception {
        final Element pdml = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(tshark(capture, "-T", "pdml").getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
        final List<Element> packets = children(pdml);
        assertEquals(messages.size(), packets.size());
        for (int i = 0; i < messages.size(); i++) {
            final byte[] message = messages.get(i);
            final List<Line> expected = new ArrayList<>();
            if (decoder.decode(new UnsafeBuffer(message), 0, message.length) instanceof MessageContent.Typed typed) {
                expected.add(new Line("template", typed.template()));
                addExpected(typed.fields(), expected);
            }
            final List<Printed> printed = new ArrayList<>();
            final Element sbe = children(packets.get(i)).getLast();
            assertEquals("sbe", sbe.getAttribute("name"));
            children(sbe).stream().skip(1).forEach(field -> addPrinted(field, printed)); // the first is the header
            for (int line = 0; line < Math.max(expected.size(), printed.size()); line++) {
                assertTrue(line < expected.size() && line < printed.size()
                        && isSame(expected.get(line), printed.get(line)),
                        "message " + i + ", line " + line
                                + "\nexpected " + expected + "\nprinted " + printed);
            }
        }
    }

    private static void addExpected(final Map<?, ?> fields, final List<Line> lines) {
        fields.forEach((key, value) -> {
            final String name = key.toString();
            switch (value) {
                case Map<?, ?> members -> {
                    lines.add(new Line(name, ""));
                    addExpected(members, lines);
                }
                case List<?> elements when !elements.isEmpty() && elements.getFirst() instanceof Map<?, ?> -> {
                    lines.add(new Line(name, elements.size() + " entries"));
                    for (int i = 0; i < elements.size(); i++) {
                        lines.add(new Line(name + "[" + i + "]", ""));
                        addExpected((Map<?, ?>) elements.get(i), lines);
                    }
                }
                case List<?> names when names.stream().allMatch(String.class::isInstance) ->
                    lines.add(new Line(name, names.isEmpty()
                            ? List.of()
                            : names.stream().map(Object::toString).collect(Collectors.joining("|"))));
                case List<?> numbers -> numbers.forEach(number -> lines.add(new Line(name, number)));
                case null, default -> lines.add(new Line(name, value));
            }
        });
    }

    private static boolean isSame(final Line expected, final Printed printed) {
        return expected.name.equals(printed.name) && switch (expected.value) {
            case null -> printed.label.equals("null");
            case Double number -> Double.parseDouble(printed.label) == number;
            case Float number -> Float.parseFloat(printed.label) == number;
            case BigDecimal number -> printed.label.equals(number.toPlainString());
            case List<?> _ -> printed.label.isEmpty() || printed.label.equals("0 entries"); // an empty set, or group
            default -> List.of(printed.label, printed.value).contains(inXml(expected.value.toString()));
        };
    }

    /** A text as tshark writes it, and a parser of XML reads it. */
    private static String inXml(final String text) {
        return text.replace('\0', '\u2400').codePoints().mapToObj(one -> one == '\n' || one == '\t' || one == '\r'
                ? " "
                : one < ' ' || one == 0x7F ? "\\x" + Integer.toHexString(one) : Character.toString(one))
                .collect(Collectors.joining());
    }

    /** A line of a tree: texts are whole in the value only, bytes and decimals in the label only. */
    private record Printed(String name, String label, String value) {}

    private static void addPrinted(final Element field, final List<Printed> lines) {
        final String line = field.getAttribute(field.hasAttribute("showname") ? "showname" : "show")
                .replace(" [truncated]", "");
        final int colon = line.indexOf(": ");
        final String label = colon < 0 ? "" : line.substring(colon + 2);
        lines.add(new Printed(colon < 0 ? line : line.substring(0, colon), label, field.getAttribute("show")));
        children(field).forEach(member -> addPrinted(member, lines));
    }

    private static List<Element> children(final Element parent) {
        final List<Element> children = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }

    private String tshark(final String... arguments) throws Exception {
        return tshark(out("pcap"), arguments);
    }

    private static String tshark(final Path capture, final String... arguments) throws Exception {
        final Process process;
        try {
            process = new ProcessBuilder(Stream.concat(Stream.of("tshark", "-n", "-X", "lua_script:"
                    + capture.resolve("verbus.lua"), "-r", capture.resolve("messages.pcap").toString()),
                    Stream.of(arguments)).toList())
                    .redirectError(capture.resolveSibling("tshark.err").toFile()).start();
        } catch (final IOException e) {
            assumeTrue(false, "skipped: there is no tshark");
            throw e;
        }
        final String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), () -> printed);
        return printed;
    }

    private Path out(final String name) {
        return folder.resolve(name);
    }

    private int export(final String... options) {
        return export(journal, out("pcap"), options);
    }

    private int export(final Path from, final Path to, final String... options) {
        return Main.commandLine(BusSettings::defaults).setOut(new PrintWriter(new StringWriter(), true))
                .setErr(new PrintWriter(err, true))
                .execute(Stream.concat(Stream.of("journal", "export", from.toString(), "--format", "pcap", "--out",
                        to.toString()), Stream.of(options)).toArray(String[]::new));
    }
}
