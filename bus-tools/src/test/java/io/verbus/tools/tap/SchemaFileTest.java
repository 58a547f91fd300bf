package io.verbus.tools.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import uk.co.real_logic.sbe.ir.IrEncoder;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

class SchemaFileTest {
    private static final String CODECS = "../codecs/src/main/resources/market-data.xml";

    @TempDir
    private Path folder;

    @Test
    void ownSchemasAreThoseOfTheCodecs() {
        final List<Schema> own = SchemaFile.own();
        final Schema marketData = SchemaFile.read(Path.of(CODECS));
        assertEquals(List.of(3, 4, 1, 2), own.stream().map(Schema::id).toList());
        assertEquals(marketData.version(), own.getFirst().version());
        assertEquals(new FieldPaths(List.of(marketData)).all(), new FieldPaths(own.subList(0, 1)).all());
    }

    @Test
    void irFileIsReadLikeItsXml() throws Exception {
        final Path file = ir();
        final byte[] message = new byte[64];
        message[2] = 1;
        message[4] = 3;
        assertEquals(text(SchemaFile.read(Path.of(CODECS)), message), text(SchemaFile.read(file), message));
    }

    @Test
    void damagedIrIsRefusedOrRead() throws Exception {
        final byte[] sound = Files.readAllBytes(ir());
        final Random random = new Random(5);
        final Path file = folder.resolve("damaged.sbeir");
        for (int i = 0; i < 500; i++) {
            final byte[] bytes = i % 2 == 0 ? sound.clone() : Arrays.copyOf(sound, random.nextInt(sound.length));
            for (int changes = 0; changes < 3 && bytes.length > 0; changes++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            Files.write(file, bytes);
            try {
                final Schema schema = SchemaFile.read(file);
                new FieldPaths(List.of(schema)).all();
                text(schema, sound);
            } catch (final BusException e) {
                assertTrue(e.getMessage().startsWith(file + " is not a valid SBE schema: "), e.getMessage());
            }
        }
    }

    @Test
    void fileThatIsNotASchemaIsRefused() throws IOException {
        assertRefused("it has no messages", "<messageSchema package='a' id='1' version='0'><types>"
                + header() + "</types></messageSchema>");
        assertRefused("line 1: Content is not allowed in prolog; correct it, or give another file", "name: value");
        assertRefused("its root element is schema, that of another protocol", "<schema/>");
        assertEquals("no schema file " + folder.resolve("absent.xml") + ": give an SBE schema as XML, or as .sbeir",
                assertThrows(BusException.class, () -> SchemaFile.read(folder.resolve("absent.xml"))).getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "<!DOCTYPE s SYSTEM 'http://127.0.0.1:PORT/s.dtd'><s/>",
            "<!DOCTYPE s [<!ENTITY e SYSTEM 'http://127.0.0.1:PORT/e'>]><s>&e;</s>",
            "<!DOCTYPE s [<!ENTITY % e SYSTEM 'http://127.0.0.1:PORT/e'> %e;]><s/>",
            "<!DOCTYPE s [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><s>&b;</s>",
            "<s xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='http://127.0.0.1:PORT/types.xml'/></s>",
            "<s xmlns:xi='http://www.w3.org/2001/XInclude'>"
                    + "<xi:include parse='text' href='http://127.0.0.1:PORT/t'/></s>",
            "<s xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='ftp://127.0.0.1:PORT/types.xml'/></s>",
            "<s xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='file://127.0.0.1:PORT/types.xml'/></s>",
            "<s xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='jar:http://127.0.0.1:PORT/a!/b'/></s>",
            "<s xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='included.xml'/></s>",
            "<s xmlns:x='http://www.w3.org/2001/XMLSchema-instance'"
                    + " x:noNamespaceSchemaLocation='http://127.0.0.1:PORT/s.xsd'/>"})
    void nothingIsFetched(final String xml) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final String port = Integer.toString(server.getLocalPort());
            Files.writeString(folder.resolve("included.xml"),
                    "<!DOCTYPE s SYSTEM 'http://127.0.0.1:PORT/s.dtd'><s/>".replace("PORT", port));
            final Path file = folder.resolve("schema.xml");
            Files.writeString(file, xml.replace("PORT", port));
            assertThrows(BusException.class, () -> SchemaFile.read(file));
            server.setSoTimeout(1); // a connection would already be in its queue
            assertThrows(SocketTimeoutException.class, server::accept);
        }
    }

    @Test
    void endlessInclusionIsRefused() throws IOException {
        Files.writeString(folder.resolve("bad.xml"), "<s xmlns:xi='http://www.w3.org/2001/XInclude'>"
                + "<xi:include href='bad.xml'/></s>");
        assertThrows(BusException.class, () -> SchemaFile.read(folder.resolve("bad.xml")));
    }

    @Test
    void inclusionIsBounded() throws IOException {
        for (int level = 0; level < 10; level++) {
            Files.writeString(folder.resolve(level + ".xml"), including((level + 1) + ".xml", 10));
        }
        Files.writeString(folder.resolve("10.xml"), "<t/>");
        assertInclusionRefused("more than 100 files, each counted as often as it is included", including("1.xml", 1));
        try (RandomAccessFile large = new RandomAccessFile(folder.resolve("large.txt").toFile(), "rw")) {
            large.setLength(65 << 20);
        }
        assertInclusionRefused("files of more than 64 MiB", including("large.txt' parse='text", 1));
    }

    @Test
    void onlyRegularFilesAreIncluded() throws IOException, InterruptedException {
        final Path fifo = folder.resolve("fifo");
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        assertInclusionRefused(fifo + ", which is not a regular file", including("fifo", 1));
        assertInclusionRefused("/dev/zero, which is not a regular file", including("/dev/zero' parse='text", 1));
    }

    private void assertInclusionRefused(final String what, final String xml) throws IOException {
        final Path file = folder.resolve("schema.xml");
        Files.writeString(file, xml);
        assertEquals("the schema file " + file + " includes " + what,
                assertThrows(BusException.class, () -> SchemaFile.read(file)).getMessage());
    }

    private static String including(final String file, final int times) {
        return "<s xmlns:xi='http://www.w3.org/2001/XInclude'>"
                + ("<xi:include href='" + file + "'><xi:fallback/></xi:include>").repeat(times)
                + "</s>";
    }

    private void assertRefused(final String reason, final String xml) throws IOException {
        final Path file = folder.resolve("bad.xml");
        Files.writeString(file, xml);
        final String message = assertThrows(BusException.class, () -> SchemaFile.read(file)).getMessage();
        assertTrue(message.startsWith(file + " is not a valid SBE schema: " + reason), message);
    }

    private static String header() {
        return "<composite name='messageHeader'><type name='blockLength' primitiveType='uint16'/>"
                + "<type name='templateId' primitiveType='uint16'/><type name='schemaId' primitiveType='uint16'/>"
                + "<type name='version' primitiveType='uint16'/></composite>";
    }

    private Path ir() throws Exception {
        final Path file = folder.resolve("schema.sbeir");
        try (var in = Files.newInputStream(Path.of(CODECS));
                IrEncoder encoder = new IrEncoder(file.toString(),
                        new IrGenerator().generate(XmlSchemaParser.parse(in, ParserOptions.DEFAULT)))) {
            encoder.encode();
        }
        return file;
    }

    private static String text(final Schema schema, final byte[] message) {
        final StringBuilder text = new StringBuilder();
        new MessageDecoder(List.of(schema)).appendText(new UnsafeBuffer(message), 0, message.length, text);
        return text.toString();
    }
}
