package io.verbus.spi;

import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Parses the text of a configuration file. Found by {@link ServiceLoader}, because the core does not need a parser.
 * Thread-safe.
 */
public interface ConfigurationParser {
    /** {@return the parser on the class path or module path of the bus; empty if there is none} */
    static Optional<ConfigurationParser> installed() {
        return ServiceLoader.load(ConfigurationParser.class, ConfigurationParser.class.getClassLoader()).findFirst();
    }

    /**
     * Parses a text. No value has a type, no name is resolved, and no file is read.
     *
     * @param text of the file
     * @return the root; a scalar that is absent if the text has only comments
     * @throws ConfigurationSyntaxException if the text is malformed, or has more than maps, lists and scalars
     */
    ConfigurationNode parse(String text);
}
