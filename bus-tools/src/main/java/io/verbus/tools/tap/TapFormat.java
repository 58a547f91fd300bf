package io.verbus.tools.tap;

import io.verbus.tools.Json;
import io.verbus.tools.Texts;
import java.util.function.BiConsumer;

/** How messages are printed. */
enum TapFormat {
    /** One line for a person: sequence, time, session, type, fields. */
    TEXT(TapFormat::appendText),
    /** One JSON object per line. */
    JSON((message, to) -> to.append(Json.ascii(message.object())).append('\n')),
    /** One YAML document per message. */
    YAML((message, to) -> FieldYaml.append(message.object(), to));

    private final BiConsumer<TappedMessage, StringBuilder> writer;

    TapFormat(final BiConsumer<TappedMessage, StringBuilder> writer) {
        this.writer = writer;
    }

    /** Appends a message, with the end of its line. */
    void append(final TappedMessage message, final StringBuilder to) {
        writer.accept(message, to);
    }

    private static void appendText(final TappedMessage message, final StringBuilder to) {
        to.append(message.sequence()).append(' ').append(message.time().text("-")).append(' ')
                .append(Texts.hex(message.session())).append(' ');
        FieldText.append(message.content(), message.hex(), to);
        to.append('\n');
    }
}
