package io.verbus.codec;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import uk.co.real_logic.sbe.xml.Field;
import uk.co.real_logic.sbe.xml.Message;
import uk.co.real_logic.sbe.xml.MessageSchema;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/** The schemas, as parsed by sbe-tool. */
public final class Schemas {
    private Schemas() {
    }

    public static MessageSchema read(final String resource) throws Exception {
        try (InputStream in = open(resource)) {
            return XmlSchemaParser.parse(in, ParserOptions.builder().stopOnError(true).warningsFatal(true).build());
        }
    }

    public static InputStream open(final String resource) throws IOException {
        final InputStream in = Schemas.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IOException("no resource " + resource);
        }
        return in;
    }

    /** The fields of a message's block, without its groups and variable data. */
    public static List<Field> blockFields(final Message message) {
        return message.fields().stream().filter(field -> field.groupFields() == null && !field.isVariableLength())
                .toList();
    }

    public static List<Message> messages(final String resource) throws Exception {
        return List.copyOf(read(resource).messages());
    }
}
