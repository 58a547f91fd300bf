package io.verbus.internal.yaml;

import java.util.List;

/** A part of a configuration file: text in maps and lists, without types. */
public sealed interface ConfigurationNode {
    /** {@return the line at which it starts, from 1} */
    int line();

    /**
     * A text.
     *
     * @param line at which it starts, from 1
     * @param text without quotes and escapes
     * @param quoted whether it was written in quotes, or as a block
     */
    record Scalar(int line, String text, boolean quoted) implements ConfigurationNode {
        /** {@return whether there is no value: nothing after the colon, or null} */
        public boolean isAbsent() {
            return !quoted && (text.isEmpty() || text.equals("~") || text.equalsIgnoreCase("null"));
        }
    }

    /**
     * A list.
     *
     * @param line at which it starts, from 1
     * @param items in the order of the file
     */
    record Items(int line, List<ConfigurationNode> items) implements ConfigurationNode {
        /** Copies the items. */
        public Items {
            items = List.copyOf(items);
        }
    }

    /**
     * A map.
     *
     * @param line at which it starts, from 1
     * @param members in the order of the file; a key may occur twice
     */
    record Members(int line, List<Member> members) implements ConfigurationNode {
        /** Copies the members. */
        public Members {
            members = List.copyOf(members);
        }
    }

    /**
     * A key of a map with its value.
     *
     * @param key with the line of the member
     * @param value of the key
     */
    record Member(Scalar key, ConfigurationNode value) {}
}
