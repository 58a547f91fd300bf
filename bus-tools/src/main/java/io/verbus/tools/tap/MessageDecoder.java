package io.verbus.tools.tap;

import io.verbus.codec.marketdata.MessageHeaderDecoder;
import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.otf.OtfMessageDecoder;

/**
 * Decodes messages by the schema that their header names, through sbe-tool's on-the-fly decoder. Any bytes are valid
 * input: the result is a message or the reason why there is none, in memory that is bounded by the message's length.
 * Not thread-safe.
 */
public final class MessageDecoder {
    private final List<Schema> schemas;
    private final Framing framing;
    private final int skip;
    /** Template (low half) and schema of definitions of instruments, as they are next to each other in a header. */
    private final Set<Integer> definitions;
    /** The message alone: an access outside it is an exception. */
    private final UnsafeBuffer message = new UnsafeBuffer(0, 0);
    private final InstrumentScales scales = new InstrumentScales();
    private final FieldTree tree = new FieldTree(scales);

    /** Decodes packets that are one message each. */
    MessageDecoder(final List<Schema> schemas) {
        this(schemas, Framing.NONE, 0);
    }

    /**
     * Decodes by some schemas; several may have the same id, with different versions.
     *
     * @param framing of the messages in a packet
     * @param skip bytes of a packet before that
     */
    MessageDecoder(final List<Schema> schemas, final Framing framing, final int skip) {
        this.framing = framing;
        this.skip = skip;
        this.schemas = schemas.stream().sorted(Comparator.comparingInt(Schema::version).reversed()).toList();
        this.definitions = schemas.stream().filter(Schema::isOwn)
                .flatMap(schema -> schema.messages().stream().map(List::getFirst)
                        .filter(token -> token.name().equals(InstrumentScales.DEFINITION))
                        .map(token -> schema.id() << Short.SIZE | token.id()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Receives the messages of a packet. */
    interface Taker {
        /** Takes a message, or the rest of a packet that is none, with its place in the buffer. */
        void take(MessageContent content, int offset, int length);
    }

    /** The schemas, the newest first. */
    List<Schema> schemas() {
        return schemas;
    }

    /** Decodes the messages of a packet; there is at least one. */
    void decode(final DirectBuffer buffer, final int offset, final int length, final Taker taker) {
        framing.split(buffer, offset, length, skip, (at, size, fault) -> taker.take(fault == null
                ? decode(buffer, at, size)
                : new MessageContent.Opaque(fault, null), at, size));
    }

    /**
     * Gives the fields of the definitions of instruments in a packet; other messages are not decoded.
     *
     * @param buffer contains the packet
     * @param offset of the packet
     * @param length of the packet in bytes
     * @param taker receives the fields of each definition
     */
    public void definitions(final DirectBuffer buffer, final int offset, final int length,
            final Consumer<Map<String, Object>> taker) {
        if (definitions.isEmpty()) {
            return;
        }
        if (framing == Framing.NONE) {
            addDefinition(buffer, offset + skip, length - skip, taker);
        } else {
            framing.split(buffer, offset, length, skip, (at, size, fault) -> addDefinition(buffer, at, size, taker));
        }
    }

    private void addDefinition(final DirectBuffer buffer, final int offset, final int length,
            final Consumer<Map<String, Object>> taker) {
        if (length >= MessageHeaderDecoder.ENCODED_LENGTH
                && definitions.contains(buffer.getInt(offset + Short.BYTES, ByteOrder.LITTLE_ENDIAN))
                && decode(buffer, offset, length) instanceof MessageContent.Typed message) {
            taker.accept(message.fields());
        }
    }

    /** Decodes a message, from its header. */
    MessageContent decode(final DirectBuffer buffer, final int offset, final int length) {
        message.wrap(buffer, offset, length);
        MessageHeader header = null;
        Schema found = null;
        for (final Schema schema : schemas) { // the writer's own version, else the newest: it extends the others
            final MessageHeader read = header(schema);
            if (read != null && read.schemaId() == schema.id()
                    && (found == null || read.version() == schema.version())) {
                header = read;
                found = schema;
            }
        }
        return found == null ? notKnown(length) : decode(found, header);
    }

    /**
     * Appends a packet as text, one line without its end: for each message its type and its fields, or the reason why
     * it cannot be decoded and its bytes in hex.
     *
     * @param buffer contains the packet
     * @param offset of the packet
     * @param length of the packet in bytes
     * @param to receives the text
     */
    public void appendText(final DirectBuffer buffer, final int offset, final int length, final StringBuilder to) {
        final int start = to.length();
        decode(buffer, offset, length, (content, at, size) -> {
            String hex = null;
            if (content instanceof MessageContent.Opaque) {
                final byte[] bytes = new byte[size];
                buffer.getBytes(at, bytes);
                hex = HexFormat.of().formatHex(bytes);
            }
            to.append(to.length() == start ? "" : " | ");
            FieldText.append(content, hex, to);
        });
    }

    private MessageContent.Opaque notKnown(final int length) {
        final MessageHeader header = schemas.size() == 0 ? null : header(schemas.getFirst());
        return new MessageContent.Opaque(header == null
                ? "it has " + length + " bytes, fewer than a message header"
                : "no schema has the id " + header.schemaId(), null);
    }

    /** Reads the header as a schema defines it; null if there is none. */
    private MessageHeader header(final Schema schema) {
        try {
            return schema.headerLength() <= message.capacity() ? schema.header(message) : null;
        } catch (final IllegalStateException | IllegalArgumentException e) { // a field above 2^31 - 1, or of 64 bits
            return null;
        }
    }

    private MessageContent decode(final Schema schema, final MessageHeader header) {
        final List<Token> tokens = schema.message(header.templateId());
        if (tokens == null) {
            return new MessageContent.Opaque("schema " + schema.id() + " has no message with the template id "
                    + header.templateId(), header);
        }
        final String template = tokens.getFirst().name();
        try {
            final int block = schema.headerLength();
            if (header.blockLength() < 0 || header.blockLength() > message.capacity() - block) {
                return new MessageContent.Opaque(template + " is cut off: its block has " + header.blockLength()
                        + " bytes, the message " + message.capacity() + " with its header", header);
            }
            scales.begin(schema.id());
            do { // a definition has prices in its own scale
                tree.begin(header.version(), block + header.blockLength(), message.capacity());
                OtfMessageDecoder.decode(message, block, header.version(), header.blockLength(), tokens, tree);
            } while (scales.learn(template, tree.fields()));
            return new MessageContent.Typed(template, tree.fields());
        } catch (final IndexOutOfBoundsException e) {
            return new MessageContent.Opaque(template + " is cut off: a field is after its end", header);
        } catch (final MalformedException | IllegalStateException | IllegalArgumentException e) {
            return new MessageContent.Opaque(template + " is malformed: " + e.getMessage(), header);
        }
    }

    /** A message that contradicts itself. */
    static final class MalformedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MalformedException(final String message) {
            super(message, null, false, false); // the input causes it, so no stack trace is needed
        }
    }
}
