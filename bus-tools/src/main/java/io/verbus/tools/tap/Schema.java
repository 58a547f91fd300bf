package io.verbus.tools.tap;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.agrona.DirectBuffer;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.Signal;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.otf.OtfHeaderDecoder;

/** One version of an SBE schema. Immutable. */
public final class Schema {
    private static final String OWN = "io.verbus.codec.";

    private final Ir ir;
    private final OtfHeaderDecoder header;

    /** Checks the structure of the tokens: sbe-tool's decoder trusts their counts. */
    Schema(final Ir ir) {
        this.ir = ir;
        this.header = new OtfHeaderDecoder(ir.headerStructure());
        if (ir.messages().isEmpty()) {
            throw new IllegalArgumentException("it has no messages");
        }
        ir.messages().forEach(Schema::checkStructure);
        new FieldPaths(List.of(this)).all(); // visits all of it
    }

    private static void checkStructure(final List<Token> tokens) {
        for (int i = 0; i < tokens.size(); i++) {
            final Token token = tokens.get(i);
            final int count = token.componentTokenCount();
            final boolean isEnd = token.signal().name().startsWith("END_"); // has the count of its beginning
            if (count < 1 || !isEnd && i + count > tokens.size()) {
                throw new IllegalArgumentException("token " + i + " of message " + tokens.getFirst().name() + " has "
                        + count + " components");
            }
        }
    }

    /** {@return the id that the header of its messages has} */
    public int id() {
        return ir.id();
    }

    /** {@return its version} */
    public int version() {
        return ir.version();
    }

    /** {@return whether it is one of Verbus: its types have the meaning that the codecs document} */
    public boolean isOwn() {
        return ir.packageName().startsWith(OWN);
    }

    /** {@return the length of a header in bytes} */
    public int headerLength() {
        return header.encodedLength();
    }

    /** {@return the tokens of the header of its messages} */
    public List<Token> header() {
        return ir.headerStructure().tokens();
    }

    /**
     * Reads a header.
     *
     * @param message begins with it, and has at least {@link #headerLength()} bytes
     * @return the header
     * @throws IllegalStateException if a field of it is above 2^31 - 1
     */
    public MessageHeader header(final DirectBuffer message) {
        return new MessageHeader(header.getBlockLength(message, 0), header.getTemplateId(message, 0),
                header.getSchemaId(message, 0), header.getSchemaVersion(message, 0));
    }

    /**
     * The tokens of a message.
     *
     * @param templateId its type
     * @return the tokens; null if the schema does not have it
     */
    public List<Token> message(final int templateId) {
        return ir.getMessage(templateId);
    }

    /** {@return the tokens of all messages} */
    public Collection<List<Token>> messages() {
        return ir.messages();
    }

    /**
     * Splits tokens into fields, groups and variable data, or into the members of a composite.
     *
     * @param tokens between the begin and the end of a message, a group or a composite
     * @return the tokens of each part with its own begin and end, in order
     */
    public static List<List<Token>> parts(final List<Token> tokens) {
        final List<List<Token>> parts = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i += tokens.get(i).componentTokenCount()) {
            parts.add(tokens.subList(i, i + tokens.get(i).componentTokenCount()));
        }
        return parts;
    }

    /**
     * Whether a token begins a field, a group or variable data.
     *
     * @param token of a message
     * @return whether it does
     */
    public static boolean isMember(final Token token) {
        return token.signal() == Signal.BEGIN_FIELD || token.signal() == Signal.BEGIN_GROUP
                || token.signal() == Signal.BEGIN_VAR_DATA;
    }
}
