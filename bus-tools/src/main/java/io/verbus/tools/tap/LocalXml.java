package io.verbus.tools.tap;

import io.verbus.BusException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.xml.sax.EntityResolver;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Reads an XML file with the files that it includes (XInclude), without any access to the network: sbe-tool's parser
 * would load what a document refers to. A document type declaration is refused, because its entities can refer to
 * anything, and can expand to any size. The parser never sees one that has only a name, as in the schemas of B3.
 */
final class LocalXml {
    private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";
    private static final Pattern BARE_DOCTYPE = Pattern.compile("<!DOCTYPE\\s+[\\w:.-]+\\s*>");
    private static final int MAX_FILES = 100;
    private static final int MAX_BYTES = 64 << 20;
    private static final String NO_BASE_ATTRIBUTES = "http://apache.org/xml/features/xinclude/fixup-base-uris";

    private LocalXml() {
    }

    /** Reads a document that refers to nothing. A file that is not in its encoding is read as ISO 8859-1. */
    static Document read(final Path file) throws IOException, SAXException {
        try {
            return read(file, null);
        } catch (final SAXParseException e) {
            if (!(e.getException() instanceof CharConversionException)) {
                throw e;
            }
            return read(file, StandardCharsets.ISO_8859_1.name()); // CME has published such a schema
        }
    }

    private static Document read(final Path file, final String encoding) throws IOException, SAXException {
        try {
            final DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            factory.setXIncludeAware(true);
            factory.setIgnoringComments(true); // sbe-tool takes the first node of an element as its value
            factory.setCoalescing(true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature(NO_DOCTYPE, true);
            factory.setFeature(NO_BASE_ATTRIBUTES, false);
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "file");
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            final DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setEntityResolver(new Included(file));
            builder.setErrorHandler(new Strict());
            final InputSource source = source(file.toUri().toString(), Files.readAllBytes(file));
            source.setEncoding(encoding);
            return builder.parse(source);
        } catch (final ParserConfigurationException e) {
            throw new IllegalStateException(e); // the features of the JDK's own parser are known
        }
    }

    private static InputSource source(final String systemId, final byte[] content) {
        final String text = new String(content, StandardCharsets.ISO_8859_1); // each byte as it is
        final InputSource source = new InputSource(systemId);
        source.setByteStream(new ByteArrayInputStream(
                BARE_DOCTYPE.matcher(text).replaceAll("").getBytes(StandardCharsets.ISO_8859_1)));
        return source;
    }

    /** Returns a document as XML in UTF-8. */
    static byte[] bytes(final Document document) {
        try {
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            TransformerFactory.newDefaultInstance().newTransformer()
                    .transform(new DOMSource(document), new StreamResult(bytes));
            return bytes.toByteArray();
        } catch (final TransformerException e) {
            throw new IllegalStateException(e); // nothing is transformed, and memory does not fail
        }
    }

    /**
     * The included files, read in full. Their number and length are limited, because files that include the next one
     * several times would be parsed without end.
     */
    private static final class Included implements EntityResolver {
        private final Path root;
        private int files;
        private int bytes;

        Included(final Path root) {
            this.root = root;
        }

        /** Refuses all but files of this host: the JDK reads file://HOST/ by FTP. */
        @Override
        public InputSource resolveEntity(final String publicId, final String systemId) throws IOException {
            final URI uri = URI.create(systemId);
            if (!"file".equals(uri.getScheme()) || uri.getHost() != null || uri.getAuthority() != null) {
                throw new IOException("it refers to " + systemId + ": only files of this host are read");
            }
            final Path file = Path.of(uri.getPath());
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw refusal(file + ", which is not a regular file");
            }
            files++;
            if (files > MAX_FILES) {
                throw refusal("more than " + MAX_FILES + " files, each counted as often as it is included");
            }
            return source(systemId, read(file));
        }

        /** Not an exception that the document can catch with a fallback. */
        private BusException refusal(final String what) {
            return new BusException("the schema file " + root + " includes " + what);
        }

        private byte[] read(final Path file) throws IOException {
            try (InputStream in = Files.newInputStream(file)) {
                final byte[] content = in.readNBytes(MAX_BYTES - bytes + 1);
                bytes += content.length;
                if (bytes > MAX_BYTES) {
                    throw refusal("files of more than 64 MiB");
                }
                return content;
            }
        }
    }

    /** Reports every error as an exception, and nothing on standard error. */
    private static final class Strict implements ErrorHandler {
        @Override
        public void warning(final SAXParseException e) throws SAXException {
            // such as an included file that cannot be read and has a fallback
        }

        @Override
        public void error(final SAXParseException e) throws SAXException {
            throw e;
        }

        @Override
        public void fatalError(final SAXParseException e) throws SAXException {
            throw e.getMessage().contains(NO_DOCTYPE)
                    ? new SAXParseException("its document type declaration has more than a name: external files and"
                            + " entities are never read", null, e.getSystemId(), e.getLineNumber(),
                            e.getColumnNumber())
                    : e;
        }
    }
}
