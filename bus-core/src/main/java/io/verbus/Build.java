package io.verbus;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Version and build id, which {@code --version} and the header of every log contain. */
public final class Build {
    private static final Properties PROPERTIES = load();

    private Build() {
    }

    /** {@return the version, such as 0.1.0} */
    public static String version() {
        return PROPERTIES.getProperty("version");
    }

    /** {@return the abbreviated commit of the build, with the suffix "-dirty" if the tree had changes} */
    public static String id() {
        return PROPERTIES.getProperty("build");
    }

    /** {@return version and build id, such as "0.1.0 (1a2b3c4)"} */
    public static String description() {
        return version() + " (" + id() + ")";
    }

    private static Properties load() {
        final Properties properties = new Properties();
        try (InputStream in = Build.class.getResourceAsStream("build.properties")) {
            properties.load(in);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
