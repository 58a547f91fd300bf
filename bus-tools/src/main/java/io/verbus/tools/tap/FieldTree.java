package io.verbus.tools.tap;

import io.verbus.tools.tap.MessageDecoder.MalformedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.otf.TokenListener;

/**
 * Collects the fields of a message as {@link MessageContent.Typed} describes them. A field that is newer than the
 * message is null.
 *
 * <p>The sum of all values is at most the length of the message, and there are at most {@link #MAX_VALUES}: a group can
 * claim any number of entries of length 0, and lengths that overflow can lead to the same bytes again.
 */
final class FieldTree implements TokenListener {
    /** Highest number of fields and group entries of a message. */
    static final int MAX_VALUES = 1 << 20;

    private final InstrumentScales scales;
    private final Deque<Map<String, Object>> open = new ArrayDeque<>();
    private final Deque<List<Object>> groups = new ArrayDeque<>();
    /** Number of composites in progress, one inside the other. */
    private int composites;
    private Map<String, Object> fields;
    private int version;
    private int blockEnd;
    private int values;
    private long bytes;
    private int length;

    /** Prices and quantities have these scales. */
    FieldTree(final InstrumentScales scales) {
        this.scales = scales;
    }

    /** Begins a message with the version of its schema, and the end of its block. */
    void begin(final int actingVersion, final int endOfBlock, final int messageLength) {
        open.clear();
        groups.clear();
        composites = 0;
        values = 0;
        bytes = 0;
        version = actingVersion;
        blockEnd = endOfBlock;
        length = messageLength;
        fields = new LinkedHashMap<>();
        open.push(fields);
    }

    /** The fields of the message. */
    Map<String, Object> fields() {
        return fields;
    }

    @Override
    public void onBeginMessage(final Token token) {
        assert open.size() == 1 : "begin() precedes the message";
    }

    @Override
    public void onEndMessage(final Token token) {
        assert open.size() == 1 : "all groups and composites have ended";
    }

    @Override
    public void onEncoding(final Token fieldToken, final DirectBuffer buffer, final int index, final Token typeToken,
            final int version) {
        final String name = composites > 0 ? typeToken.name() : fieldToken.name();
        if (isAbsent(fieldToken, typeToken, index)) {
            put(name, null, 0);
        } else {
            put(name, scales.scaled(typeToken.name(), FieldValue.of(typeToken, buffer, index), fields),
                    typeToken.encodedLength());
        }
    }

    @Override
    public void onEnum(final Token fieldToken, final DirectBuffer buffer, final int index, final List<Token> tokens,
            final int from, final int to, final int version) {
        final Token type = tokens.get(from);
        final String name = composites > 0 ? type.name() : fieldToken.name();
        if (isAbsent(fieldToken, type, index)) {
            put(name, null, 0);
        } else if (fieldToken.isConstantEncoding()) {
            put(name, FieldValue.ofConstantEnum(fieldToken), 0);
        } else {
            put(name, FieldValue.ofEnum(buffer, index, tokens.subList(from, to)), type.encodedLength());
        }
    }

    @Override
    public void onBitSet(final Token fieldToken, final DirectBuffer buffer, final int index, final List<Token> tokens,
            final int from, final int to, final int version) {
        final Token type = tokens.get(from);
        final String name = composites > 0 ? type.name() : fieldToken.name();
        if (isAbsent(fieldToken, type, index)) {
            put(name, null, 0);
        } else {
            put(name, FieldValue.ofSet(buffer, index, tokens.subList(from, to)), type.encodedLength());
        }
    }

    /** A field newer than the message, and a field of the message's block that is after the end of the block. */
    private boolean isAbsent(final Token field, final Token type, final int index) {
        final boolean isConstant = field.isConstantEncoding() || type.isConstantEncoding();
        return Math.max(field.version(), type.version()) > version
                || groups.isEmpty() && !isConstant && index + type.encodedLength() > blockEnd;
    }

    @Override
    public void onBeginComposite(final Token fieldToken, final List<Token> tokens, final int from, final int to) {
        composites++;
        open.push(new LinkedHashMap<>());
    }

    @Override
    public void onEndComposite(final Token fieldToken, final List<Token> tokens, final int from, final int to) {
        composites--;
        final Map<String, Object> members = open.pop();
        put(composites > 0 ? tokens.get(from).name() : fieldToken.name(),
                fieldToken.version() > version ? null : FieldValue.ofComposite(members), 0);
    }

    @Override
    public void onGroupHeader(final Token token, final int entries) {
        if (entries < 0) {
            throw new MalformedException("group " + token.name() + " has " + entries + " entries");
        }
        final List<Object> group = new ArrayList<>();
        put(token.name(), group, 0);
        if (entries > 0) {
            groups.push(group);
        }
    }

    @Override
    public void onBeginGroup(final Token token, final int index, final int entries) {
        count(0);
        final Map<String, Object> entry = new LinkedHashMap<>();
        groups.element().add(entry);
        open.push(entry);
    }

    @Override
    public void onEndGroup(final Token token, final int index, final int entries) {
        open.pop();
        if (index == entries - 1) {
            groups.pop();
        }
    }

    @Override
    public void onVarData(final Token fieldToken, final DirectBuffer buffer, final int index, final int dataLength,
            final Token typeToken) {
        if (dataLength < 0) {
            throw new MalformedException(fieldToken.name() + " has a length of " + dataLength);
        }
        buffer.boundsCheck(index, dataLength); // before the memory for it is allocated
        put(fieldToken.name(), fieldToken.version() > version
                ? null
                : FieldValue.ofData(typeToken, buffer, index, dataLength), dataLength);
    }

    private void put(final String name, final Object value, final int size) {
        count(size);
        open.element().put(name, value);
    }

    private void count(final int size) {
        values++;
        bytes += size;
        if (bytes > length) {
            throw new MalformedException("its fields have more bytes than the message");
        }
        if (values > MAX_VALUES) {
            throw new MalformedException("it has more than " + MAX_VALUES + " values");
        }
    }
}
