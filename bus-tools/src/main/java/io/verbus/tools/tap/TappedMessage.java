package io.verbus.tools.tap;

import io.verbus.Header;
import io.verbus.tools.Json;
import io.verbus.tools.Texts;
import java.util.Map;

/**
 * A message with the data of its frame or record.
 *
 * @param sequence in its session
 * @param session its id
 * @param time its point in time
 * @param publishedNs on the monotonic clock of the publisher's host, or {@link Header#NO_TIMESTAMP}
 * @param length in bytes
 * @param content its fields, or the reason why they are not known
 * @param hex its bytes in hex digits; null if they are not printed
 */
record TappedMessage(long sequence, long session, Time time, long publishedNs, int length, MessageContent content,
        String hex) {

    /**
     * A point in time.
     *
     * @param name published (a stream) or received (a journal)
     * @param epochNs nanoseconds UTC since 1970; {@link Header#NO_TIMESTAMP} if it is not known
     */
    record Time(String name, long epochNs) {
        /** Its text, or that for an unknown one. */
        String text(final String unknown) {
            return epochNs == Header.NO_TIMESTAMP ? unknown : Texts.timeNs(epochNs);
        }
    }

    /** All of it, by name, for formats that programs read. */
    Map<String, Object> object() {
        final Map<String, Object> object = Json.object("sequence", sequence, time.name(), time.text(null),
                "publishedNs", publishedNs == Header.NO_TIMESTAMP ? null : publishedNs,
                "session", Texts.hex(session));
        switch (content) {
            case MessageContent.Typed(String template, Map<String, Object> fields) -> {
                object.put("template", template);
                object.put("fields", fields);
            }
            case MessageContent.Opaque(String reason, MessageHeader header) -> {
                object.put("template", null);
                object.put("reason", reason);
                object.put("header", header == null ? null : header.object());
                object.put("length", length);
            }
        }
        if (hex != null) {
            object.put("hex", hex);
        }
        return object;
    }
}
