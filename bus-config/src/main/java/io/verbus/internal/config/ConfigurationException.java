package io.verbus.internal.config;

import io.verbus.BusException;
import java.util.List;

/** A configuration file that is refused. */
public final class ConfigurationException extends BusException {
    private static final long serialVersionUID = 1L;

    ConfigurationException(final List<String> mistakes) {
        super(String.join("\n", mistakes));
    }

    /** {@return a sentence for each mistake, with file and line} */
    public List<String> mistakes() {
        return getMessage().lines().toList();
    }
}
