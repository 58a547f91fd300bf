package io.verbus.tools.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.tools.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;

/**
 * Schemas as venues publish them: each loads, and random messages of each type are printed as they were encoded,
 * and encoded from their printed form.
 */
class RealSchemasTest {
    private static final int ROUNDS = 50;
    private static final int PCAP_HEADERS = 24 + 16;

    @TestFactory
    Stream<DynamicTest> everySchemaDecodesItsMessages() throws IOException {
        try (Stream<Path> files = Files.walk(data())) {
            return files.filter(file -> file.toString().endsWith(".xml")).sorted().toList().stream()
                    .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> assertDecodes(file)));
        }
    }

    private static void assertDecodes(final Path file) throws Exception {
        final Schema schema = SchemaFile.read(file);
        final MessageDecoder decoder = new MessageDecoder(List.of(schema));
        final MessageLines lines = new MessageLines(List.of(schema));
        final SchemaEncoder encoder = new SchemaEncoder(parse(file), new Random(17));
        for (final Element message : encoder.messages()) {
            for (int i = 0; i < ROUNDS; i++) {
                final Map<String, Object> expected = new LinkedHashMap<>();
                final byte[] bytes = encoder.encode(message, expected);
                final MessageContent content = decoder.decode(new UnsafeBuffer(bytes), 0, bytes.length);
                final MessageContent.Typed typed = assertInstanceOf(MessageContent.Typed.class, content,
                        content::toString);
                assertEquals(message.getAttribute("name") + expected, typed.template() + typed.fields());
                assertTrue(lines.encode(Json.line(Json.object("template", typed.template(), "fields", typed.fields()))
                        .getBytes(StandardCharsets.UTF_8)));
                assertEquals(typed, decoder.decode(lines.buffer(), 0, lines.length()), "encoded from its JSON");
                assertEquals(bytes.length, lines.length());
            }
        }
    }

    private static Element parse(final Path file) throws Exception {
        final DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(Files.readAllBytes(file)))
                .getDocumentElement();
    }

    /** Captured frames: Ethernet, IP and UDP have 42 bytes; with TCP 54, and CME puts 2 more before the packet. */
    @ParameterizedTest
    @CsvSource({"Mdp3.Sbe.v1.9.MdIncrementalRefreshBook, 42, MDIncrementalRefreshBook46",
            "Mdp3.Sbe.v1.9.MdIncrementalRefreshOrderBook, 42, MDIncrementalRefreshOrderBook47",
            "Mdp3.Sbe.v1.12.MdIncrementalRefreshBookLongQty, 56, MDIncrementalRefreshBookLongQty64",
            "Mdp3.Sbe.v1.12.MdIncrementalRefreshTradeSummaryLongQty, 56,"
                    + " MDIncrementalRefreshTradeSummaryLongQty65"})
    void packetOfCmeIsDecoded(final String name, final int skip, final String template) throws IOException {
        final MessageDecoder decoder = new MessageDecoder(
                List.of(SchemaFile.read(data().resolve("sbe-schemas/Cme.Futures.Mdp3.Sbe.v1.13.xml"))), Framing.CME,
                skip);
        final byte[] capture = Files.readAllBytes(data().resolve("cme-mdp3/" + name + ".pcap"));
        final byte[] packet = Arrays.copyOfRange(capture, PCAP_HEADERS, capture.length);
        final List<String> templates = new ArrayList<>();
        decoder.decode(new UnsafeBuffer(packet), 0, packet.length, (content, at, size) -> templates.add(
                assertInstanceOf(MessageContent.Typed.class, content, content::toString).template()));
        assertTrue(templates.contains(template), templates::toString);
    }

    private static Path data() {
        final String data = System.getenv("VERBUS_TEST_DATA");
        assumeTrue(data != null && Files.isDirectory(Path.of(data, "sbe-schemas")),
                "VERBUS_TEST_DATA has no schemas of venues");
        return Path.of(data);
    }
}
