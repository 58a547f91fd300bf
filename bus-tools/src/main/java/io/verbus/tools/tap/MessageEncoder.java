package io.verbus.tools.tap;

import io.verbus.BusException;
import io.verbus.internal.config.NearestName;
import java.util.List;
import java.util.Map;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import uk.co.real_logic.sbe.ir.Signal;
import uk.co.real_logic.sbe.ir.Token;

/**
 * Encodes messages from fields as {@link MessageDecoder} gives them: the reverse of it. Prices and quantities of market
 * data may be decimals once the definition of their instrument was encoded. Not thread-safe.
 */
final class MessageEncoder {
    private final List<Schema> schemas;
    private final InstrumentScales scales = new InstrumentScales();
    private final MutableDirectBuffer message = new ExpandableArrayBuffer();
    private final FieldWriter values = new FieldWriter(message, scales);
    /** End of the part of the message that is encoded. */
    private int end;

    /** Encodes by some schemas: a type by the first that has it with all the fields given. */
    MessageEncoder(final List<Schema> schemas) {
        this.schemas = schemas;
    }

    /** The encoded message, from its header; changed by the next one. */
    MutableDirectBuffer buffer() {
        return message;
    }

    /**
     * Encodes a message into {@link #buffer()}.
     *
     * @param template name of its type
     * @param fields by name; a value is null, a text, a number, a list or a map, as in {@link MessageContent.Typed}
     * @return its length in bytes
     * @throws BusException if no schema has the type or a field, or a value does not fit; in words
     */
    int encode(final String template, final Map<String, ?> fields) {
        final List<List<Token>> types = schemas.stream().flatMap(schema -> schema.messages().stream())
                .filter(tokens -> tokens.getFirst().name().equals(template)).toList();
        if (types.isEmpty()) {
            throw new BusException("no schema has a message " + template + nearest(template, schemas.stream()
                    .flatMap(schema -> schema.messages().stream()).map(tokens -> tokens.getFirst().name()).toList()));
        }
        final List<Token> tokens = types.stream().filter(type -> names(inner(type)).containsAll(fields.keySet()))
                .findFirst()
                .orElse(types.getFirst());
        final Schema schema = schemas.stream().filter(one -> one.messages().contains(tokens)).findFirst().orElseThrow();
        scales.begin(schema.id());
        scales.learn(template, fields); // a definition has prices in its own scale
        final Token begin = tokens.getFirst();
        header(schema, begin);
        members(inner(tokens), schema.headerLength(), begin.encodedLength(), fields, fields,
                template);
        return end;
    }

    private void header(final Schema schema, final Token message) {
        composite(schema.header(), 0, Map.of("blockLength", message.encodedLength(), "templateId", message.id(),
                "schemaId", schema.id(), "version", schema.version()));
        end = schema.headerLength();
    }

    /** A header or the dimensions of a group: members that are not given are 0. */
    private void composite(final List<Token> tokens, final int at, final Map<String, Integer> given) {
        for (final Token token : tokens) {
            if (token.signal() == Signal.ENCODING && !token.isConstantEncoding()) {
                values.putInteger(token, at + token.offset(), given.getOrDefault(token.name(), 0), token.name());
            }
        }
    }

    /** Fields of a block, then groups, then variable data. */
    private void members(final List<Token> tokens, final int block, final int blockLength, final Map<String, ?> fields,
            final Map<String, ?> ofMessage, final String path) {
        check(fields, names(tokens), path);
        end = block + blockLength;
        message.setMemory(block, blockLength, (byte) 0);
        for (final List<Token> member : Schema.parts(tokens)) {
            final Token token = member.getFirst();
            if (Schema.isMember(token)) {
                final List<Token> inner = inner(member);
                final Object value = fields.get(token.name());
                final String name = path + "." + token.name();
                switch (token.signal()) {
                    case BEGIN_FIELD ->
                        values.put(token, inner, block + token.offset(), value, ofMessage, name);
                    case BEGIN_GROUP -> group(token, inner, list(value, name), ofMessage, name);
                    default -> data(inner, value, name);
                }
            }
        }
    }

    private void group(final Token group, final List<Token> tokens, final List<?> entries, final Map<String, ?> message,
            final String path) {
        final int dimensions = tokens.getFirst().componentTokenCount();
        final List<Token> members = tokens.subList(dimensions, tokens.size());
        composite(tokens.subList(0, dimensions), end, Map.of("blockLength", group.encodedLength(), "numInGroup",
                entries.size(), "numGroups", count(members, Signal.BEGIN_GROUP), "numVarDataFields",
                count(members, Signal.BEGIN_VAR_DATA)));
        end += tokens.getFirst().encodedLength();
        for (int i = 0; i < entries.size(); i++) {
            final String name = path + "[" + i + "]";
            members(members, end, group.encodedLength(), FieldWriter.map(entries.get(i), name), message, name);
        }
    }

    private void data(final List<Token> tokens, final Object value, final String path) {
        final Token length = tokens.get(1);
        final byte[] bytes = FieldWriter.bytes(tokens.get(2), value, path);
        values.putInteger(length, end + length.offset(), bytes.length, path + ".length");
        end += tokens.get(2).offset();
        message.putBytes(end, bytes);
        end += bytes.length;
    }

    private static int count(final List<Token> members, final Signal signal) {
        return (int) Schema.parts(members).stream().filter(member -> member.getFirst().signal() == signal).count();
    }

    /** The tokens of a message or of a part of it without its begin and end. */
    private static List<Token> inner(final List<Token> part) {
        return part.subList(1, part.size() - 1);
    }

    /** Names of the fields, groups and data between two tokens. */
    private static List<String> names(final List<Token> tokens) {
        return Schema.parts(tokens).stream().map(List::getFirst).filter(Schema::isMember).map(Token::name).toList();
    }

    private static void check(final Map<String, ?> fields, final List<String> names, final String path) {
        fields.keySet().stream().filter(name -> !names.contains(name)).findFirst().ifPresent(name -> {
            throw new BusException(path + " has no field " + name + nearest(name, names));
        });
    }

    private static String nearest(final String name, final List<String> known) {
        return NearestName.of(name, known).map(one -> ": did you mean " + one + "?").orElse("");
    }

    private static List<?> list(final Object value, final String path) {
        return switch (value) {
            case null -> List.of();
            case List<?> list -> list;
            default -> throw FieldWriter.refused(path, value, "give a list of objects");
        };
    }
}
