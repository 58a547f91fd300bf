package io.verbus.tools.tap;

import java.util.Map;

/** A message after the attempt to decode it. */
sealed interface MessageContent {
    /**
     * A message of a known type.
     *
     * @param template name of the type
     * @param fields by name, in the order of the schema. A value is null, a String, a Number, a list of Strings (a
     *     set), a list of Numbers (an array), a map (a composite), or a list of maps (a group)
     */
    record Typed(String template, Map<String, Object> fields) implements MessageContent {}

    /**
     * A message that no schema describes.
     *
     * @param reason why, in words
     * @param header its header; null if it has none of a known schema
     */
    record Opaque(String reason, MessageHeader header) implements MessageContent {}
}
