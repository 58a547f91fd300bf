package io.verbus.internal.config;

import io.verbus.BusSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The values of a configuration file. */
public final class LoadedConfiguration {
    /** Environment variable with the path of the file. */
    public static final String CONFIG_VARIABLE = "VERBUS_CONFIG";
    /** Environment variable that overrides the directory of the file. */
    static final String DIRECTORY_VARIABLE = "VERBUS_DIR";

    private final Path file;
    private final BusSettings defaults;
    private final boolean isDirectoryOfEnvironment;
    private final BusValues bus;
    private final StreamSections sections;
    private final Map<String, StreamValues> streams;

    LoadedConfiguration(final Path file, final BusSettings defaults, final boolean isDirectoryOfEnvironment,
            final BusValues bus, final StreamSections sections, final Map<String, StreamValues> streams) {
        this.file = file;
        this.defaults = defaults;
        this.isDirectoryOfEnvironment = isDirectoryOfEnvironment;
        this.bus = bus;
        this.sections = sections;
        this.streams = streams;
    }

    /** No file: all values are defaults. */
    public static LoadedConfiguration none(final BusSettings defaults, final Map<String, String> environment) {
        final AddressForms addresses = new AddressForms(defaults.transports(), Optional.empty());
        final Path folder = Path.of("").toAbsolutePath();
        return new LoadedConfiguration(null, defaults, isDirectorySet(environment),
                new BusValues(SectionValues.none(BusKeys.bus(folder)), SectionValues.none(BusKeys.conductor())),
                StreamSections.of(addresses, folder), Map.of());
    }

    /**
     * Loads a file.
     *
     * @param file to load
     * @param defaults of keys that the file does not have; with the transports that check addresses
     * @param environment of the process
     * @return its values
     * @throws ConfigurationException with all mistakes of the file
     */
    public static LoadedConfiguration load(final Path file, final BusSettings defaults,
            final Map<String, String> environment) {
        final Mistakes mistakes = new Mistakes(file);
        final String text = ConfigurationText.of(file, mistakes);
        return new ConfigurationTree(file, defaults, isDirectorySet(environment), mistakes).read(text);
    }

    private static boolean isDirectorySet(final Map<String, String> environment) {
        return !environment.getOrDefault(DIRECTORY_VARIABLE, "").isBlank();
    }

    /** Settings of the bus: VERBUS_DIR, then the file, then the defaults. */
    public BusSettings bus() {
        final BusSettings settings = bus.applyTo(defaults);
        return isDirectoryOfEnvironment ? settings.withDirectory(defaults.directory()) : settings;
    }

    /** The values of a stream; none if the file does not have it. */
    public StreamValues stream(final String name) {
        return streams.getOrDefault(name, sections.none());
    }

    /** The streams of the file, in its order, with their values. */
    public Map<String, StreamValues> streams() {
        return streams;
    }

    /** The file; empty without one. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    BusValues values() {
        return bus;
    }

    boolean isDirectoryOfEnvironment() {
        return isDirectoryOfEnvironment;
    }
}
