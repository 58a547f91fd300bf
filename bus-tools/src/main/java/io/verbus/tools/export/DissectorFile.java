package io.verbus.tools.export;

import io.verbus.BusException;
import io.verbus.tools.tap.FieldValue;
import io.verbus.tools.tap.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import uk.co.real_logic.sbe.PrimitiveType;
import uk.co.real_logic.sbe.ir.Encoding;
import uk.co.real_logic.sbe.ir.Signal;
import uk.co.real_logic.sbe.ir.Token;

/**
 * Writes the dissector of a {@link MessageCapture} in Lua: the layouts of all messages as Lua tables, made from the
 * tokens of the schemas; then the resource {@code dissector.lua}, which reads messages by such tables.
 */
final class DissectorFile {
    private static final List<String> HEADER = List.of("blockLength", "templateId", "schemaId", "version");
    private static final int LENGTH_TOKEN = 2;
    private static final int VALUE_TOKEN = 3;

    private final StringBuilder out = new StringBuilder();
    private final Schema schema;

    private DissectorFile(final Schema schema) {
        this.schema = schema;
    }

    /**
     * Writes a file.
     *
     * @param file to write
     * @param schemas in the order in which they are tried
     */
    static void write(final Path file, final List<Schema> schemas) {
        final StringBuilder text = new StringBuilder("-- A dissector for Wireshark and tshark, written by ./bus journal"
                + " export.\n\nlocal schemas = {\n");
        schemas.forEach(schema -> text.append(new DissectorFile(schema).text()));
        text.append("}\n\n");
        try (InputStream in = DissectorFile.class.getResourceAsStream("dissector.lua")) {
            text.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            Files.writeString(file, text);
        } catch (final IOException e) {
            throw new BusException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private String text() {
        out.append("{ id = ").append(schema.id()).append(", size = ").append(schema.headerLength())
                .append(", header = {\n");
        for (final Token token : schema.header()) {
            if (HEADER.contains(token.name()) && token.signal() == Signal.ENCODING) {
                out.append(token.name()).append(" = { at = ").append(token.offset());
                layout(token);
                out.append(" },\n");
            }
        }
        out.append("}, messages = {\n");
        for (final List<Token> message : schema.messages()) {
            out.append("{ id = ").append(message.getFirst().id()).append(", name = ")
                    .append(quoted(message.getFirst().name())).append(",\n");
            block(message.subList(1, message.size() - 1));
            out.append("},\n");
        }
        return out.append("} },\n").toString();
    }

    private void block(final List<Token> tokens) {
        members(tokens, "fields", Signal.BEGIN_FIELD);
        members(tokens, "groups", Signal.BEGIN_GROUP);
        members(tokens, "data", Signal.BEGIN_VAR_DATA);
    }

    private void members(final List<Token> tokens, final String name, final Signal signal) {
        out.append(name).append(" = {\n");
        for (final List<Token> member : Schema.parts(tokens)) {
            if (member.getFirst().signal() == signal) {
                switch (signal) {
                    case BEGIN_GROUP -> group(member);
                    case BEGIN_VAR_DATA -> data(member);
                    default -> field(member);
                }
            }
        }
        out.append("},\n");
    }

    private void group(final List<Token> tokens) {
        final Token dimensions = tokens.get(1);
        begin("group", tokens.getFirst().name(), 0, dimensions.encodedLength(), tokens.getFirst().version());
        length("length", tokens.get(LENGTH_TOKEN));
        length("count", tokens.get(VALUE_TOKEN));
        out.append(",\n");
        block(tokens.subList(1 + dimensions.componentTokenCount(), tokens.size() - 1));
        out.append("},\n");
    }

    private void data(final List<Token> tokens) {
        final Token content = tokens.get(VALUE_TOKEN);
        final boolean isText = content.encoding().characterEncoding() != null;
        begin(isText ? "text" : "bytes", tokens.getFirst().name(), 0, content.offset(), tokens.getFirst().version());
        length("length", tokens.get(LENGTH_TOKEN));
        charset(content.encoding());
        out.append(" },\n");
    }

    private void field(final List<Token> tokens) {
        final Token field = tokens.getFirst();
        final List<Token> types = tokens.subList(1, tokens.size() - 1);
        if (field.isConstantEncoding() && types.getFirst().signal() == Signal.BEGIN_ENUM) {
            constant(field.name(), FieldValue.ofConstantEnum(field), field.version());
        } else {
            type(field.name(), types, field.version());
        }
    }

    private void type(final String name, final List<Token> types, final int since) {
        final Token type = types.getFirst();
        final int version = Math.max(since, type.version());
        switch (type.signal()) {
            case BEGIN_COMPOSITE -> composite(name, types, since);
            case BEGIN_ENUM -> {
                begin("enum", name, type, version);
                layout(type);
                string("null", text(type.encoding().applicableNullValue().longValue(), type.encoding()));
                out.append(", names = {");
                for (final Token code : types.subList(1, types.size() - 1)) {
                    out.append(" [")
                            .append(quoted(text(code.encoding().constValue().longValue(), type.encoding())))
                            .append("] = ").append(quoted(code.name())).append(',');
                }
                out.append(" } },\n");
            }
            case BEGIN_SET -> {
                begin("set", name, type, version);
                layout(types.size() > 2 ? types.get(1) : type); // only the tokens of the choices have the byte order
                out.append(", names = {");
                for (final Token choice : types.subList(1, types.size() - 1)) {
                    out.append(" { ").append(choice.encoding().constValue().longValue()).append(", ")
                            .append(quoted(choice.name())).append(" },");
                }
                out.append(" } },\n");
            }
            default -> encoding(name, type, version);
        }
    }

    private void composite(final String name, final List<Token> types, final int since) {
        begin(isDecimal(types) ? "decimal" : "composite", name, types.getFirst(), since);
        out.append(", fields = {\n");
        Schema.parts(types.subList(1, types.size() - 1))
                .forEach(member -> type(member.getFirst().name(), member, since));
        out.append("} },\n");
    }

    private static boolean isDecimal(final List<Token> types) {
        final List<Token> members = types.subList(1, types.size() - 1);
        return members.size() == FieldValue.DECIMAL.size()
                && members.stream().allMatch(member -> FieldValue.DECIMAL.contains(member.name())
                        && FieldCompiler.isInteger(member) && member.arrayLength() <= 1);
    }

    private void encoding(final String name, final Token type, final int since) {
        final Encoding encoding = type.encoding();
        final boolean isSingle = type.arrayLength() == 1;
        if (type.isConstantEncoding()) {
            constant(name, FieldValue.of(type, null, 0), since);
            return;
        }
        if (encoding.primitiveType() == PrimitiveType.CHAR) {
            begin("text", name, type, since);
            charset(encoding);
        } else if (FieldCompiler.isScaled(schema, type)) {
            begin("scaled", name, type, since);
            number(type);
            string("exponent", type.name().equals(FieldCompiler.PRICE) ? "price" : "quantity");
        } else if (!isSingle && encoding.primitiveType() == PrimitiveType.UINT8) {
            begin("bytes", name, type, since);
        } else {
            begin(isSingle ? "number" : "array", name, type, since);
            number(type);
        }
        out.append(" },\n");
    }

    private void constant(final String name, final Object value, final int since) {
        begin("constant", name, 0, 0, since);
        if (value != null) {
            string("text", value.toString());
        }
        out.append(" },\n");
    }

    private void begin(final String kind, final String name, final Token type, final int since) {
        begin(kind, name, type.offset(), type.encodedLength(), since);
    }

    private void begin(final String kind, final String name, final int at, final int size, final int since) {
        out.append("{ kind = ").append(quoted(kind)).append(", name = ").append(quoted(name)).append(", at = ")
                .append(at).append(", size = ").append(size).append(", since = ").append(since);
    }

    /** The integer before a group or data. */
    private void length(final String name, final Token type) {
        out.append(", ").append(name).append(" = { at = ").append(type.offset());
        layout(type);
        out.append(" }");
    }

    /** Type and byte order of a number. */
    private void layout(final Token type) {
        string("type", type.encoding().primitiveType().primitiveName());
        out.append(", little = ").append(type.encoding().byteOrder() == ByteOrder.LITTLE_ENDIAN);
    }

    /** Layout and null value of a number. */
    private void number(final Token type) {
        final Encoding encoding = type.encoding();
        layout(type);
        if (encoding.presence() == Encoding.Presence.OPTIONAL) {
            string("null", isReal(encoding)
                    ? Double.toString(encoding.applicableNullValue().doubleValue())
                    : text(encoding.applicableNullValue().longValue(), encoding));
        }
    }

    private static boolean isReal(final Encoding encoding) {
        return encoding.primitiveType() == PrimitiveType.FLOAT || encoding.primitiveType() == PrimitiveType.DOUBLE;
    }

    private void charset(final Encoding encoding) {
        string("charset", FieldValue.charset(encoding).name().replace('-', '_').toUpperCase(Locale.ROOT));
    }

    private void string(final String name, final String value) {
        out.append(", ").append(name).append(" = ").append(quoted(value));
    }

    private static String text(final long value, final Encoding encoding) {
        return switch (encoding.primitiveType()) {
            case UINT64 -> Long.toUnsignedString(value);
            case CHAR -> Long.toString(value & 0xFF);
            default -> Long.toString(value);
        };
    }

    /** A text in Lua; names of a file .sbeir can have any characters. */
    private static String quoted(final String text) {
        final StringBuilder quoted = new StringBuilder("\"");
        for (final byte one : text.getBytes(StandardCharsets.UTF_8)) {
            if (one < ' ' || one == '"' || one == '\\' || one > '~') {
                quoted.append(String.format("\\%03d", one & 0xFF));
            } else {
                quoted.append((char) one);
            }
        }
        return quoted.append('"').toString();
    }
}
