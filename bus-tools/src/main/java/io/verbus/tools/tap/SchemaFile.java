package io.verbus.tools.tap;

import io.verbus.BusException;
import io.verbus.tools.Texts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.IrDecoder;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.MessageSchema;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/** Reads SBE schemas: XML, or the intermediate representation (IR) that sbe-tool makes of it, a file NAME.sbeir. */
final class SchemaFile {
    private static final String IR_SUFFIX = ".sbeir";
    private static final long MAX_LENGTH = 64 << 20;
    private static final List<String> OWN = List.of("/market-data.sbeir", "/nasdaq.sbeir",
            "/market-data-1.sbeir", "/orders.sbeir");

    private SchemaFile() {
    }

    /** The schemas of Verbus; the build makes their IR from the XML of the codecs. */
    static List<Schema> own() {
        return OWN.stream().map(SchemaFile::ownSchema).toList();
    }

    private static Schema ownSchema(final String name) {
        try (InputStream in = SchemaFile.class.getResourceAsStream(name)) {
            return new Schema(ir(in.readAllBytes()));
        } catch (final IOException e) {
            throw new IllegalStateException("no resource " + name, e);
        }
    }

    /**
     * Reads a schema.
     *
     * @param file with the suffix .sbeir for IR, else XML
     * @throws BusException if it cannot be read, or is not a schema
     */
    static Schema read(final Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                throw new BusException("no schema file " + file + ": give an SBE schema as XML, or as .sbeir");
            }
            if (Files.size(file) > MAX_LENGTH) {
                throw new BusException("the schema file " + file + " has more than 64 MiB: it is not an SBE schema");
            }
            return file.toString().endsWith(IR_SUFFIX)
                    ? new Schema(ir(Files.readAllBytes(file)))
                    : new Schema(ofXml(LocalXml.read(file)));
        } catch (final IOException e) {
            throw new BusException("cannot read the schema " + file + ": " + reason(e), e);
        } catch (final SAXException e) {
            throw notASchema(file, e);
        } catch (final BusException e) {
            throw e;
        } catch (final RuntimeException e) { // sbe-tool's parsers throw any kind
            throw notASchema(file, e);
        }
    }

    private static BusException notASchema(final Path file, final Exception e) {
        return new BusException(file + " is not a valid SBE schema: " + reason(e).replaceFirst("\\.$", "")
                + "; correct it, or give another file", e);
    }

    private static String reason(final Exception e) {
        final String message = switch (e) {
            case SAXParseException parse when parse.getLineNumber() > 0 ->
                "line " + parse.getLineNumber() + ": " + parse.getMessage();
            case IOException _,SAXException _,IllegalArgumentException _,IllegalStateException _ when e
                    .getMessage() != null ->
                e.getMessage();
            default -> "a part that SBE requires is missing or wrong (" + e.getClass().getSimpleName() + ")";
        };
        final int maxLength = 300;
        final String line = Texts.printable(message.lines().findFirst().orElse(""));
        return line.length() > maxLength ? line.substring(0, maxLength) + "..." : line;
    }

    private static Ir ir(final byte[] bytes) {
        try (IrDecoder decoder = new IrDecoder(ByteBuffer.wrap(bytes))) {
            return decoder.decode();
        }
    }

    /** Warnings are ignored: schemas of exchanges have some, and are decodable. */
    private static Ir ofXml(final Document document) {
        PublishedSchema.adapt(document);
        final ParserOptions options = ParserOptions.builder().stopOnError(true).warningsFatal(false)
                .suppressOutput(true).xIncludeAware(false)
                .errorPrintStream(new PrintStream(PrintStream.nullOutputStream())).build();
        final MessageSchema schema;
        try {
            schema = XmlSchemaParser.parse(new ByteArrayInputStream(LocalXml.bytes(document)), options);
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return new IrGenerator().generate(schema);
    }
}
