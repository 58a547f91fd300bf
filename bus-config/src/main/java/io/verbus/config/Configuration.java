package io.verbus.config;

import io.verbus.Affinity;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.PublicationSettings;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.config.ConfigurationListing;
import io.verbus.internal.config.ConfigurationSample;
import io.verbus.internal.config.LoadedConfiguration;
import io.verbus.internal.config.Quantities;
import io.verbus.internal.config.SettingsWithCore;
import io.verbus.journal.JournalSettings;
import io.verbus.recovery.RecoverySettings;
import io.verbus.recovery.ServeSettings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The settings in a configuration file: those of the bus, and those of publications, subscriptions, recorders and
 * recovery by stream. A value of the file replaces a default; the environment variable VERBUS_DIR replaces the
 * directory of the file; an application replaces any value by the {@code with} methods of the settings.
 *
 * <p>Immutable and thread-safe.
 */
public final class Configuration {
    private final BusSettings bus;
    /** Empty without a file: commands without one do not load the classes of the keys. */
    private final Optional<LoadedConfiguration> loaded;

    private Configuration(final BusSettings bus, final Optional<LoadedConfiguration> loaded) {
        this.bus = bus;
        this.loaded = loaded;
    }

    /**
     * The file of the environment variable VERBUS_CONFIG; without it, the defaults.
     *
     * @return the configuration
     * @throws BusException if the file is refused; the message has a line for each mistake, with its place
     */
    public static Configuration load() {
        final String named = System.getenv(LoadedConfiguration.CONFIG_VARIABLE);
        return named == null || named.isBlank() ? of(BusSettings.defaults()) : load(path(named));
    }

    /**
     * Loads a file.
     *
     * @param file in YAML, at most 1 MiB of UTF-8; a relative path in it starts at its folder
     * @return the configuration
     * @throws BusException if the file is refused; the message has a line for each mistake, with its place
     */
    public static Configuration load(final Path file) {
        final LoadedConfiguration loaded = LoadedConfiguration.load(file, BusSettings.defaults(), System.getenv());
        return new Configuration(loaded.bus(), Optional.of(loaded));
    }

    /**
     * A configuration without a file.
     *
     * @param bus settings of the bus
     * @return the configuration; all other settings are defaults
     */
    public static Configuration of(final BusSettings bus) {
        return new Configuration(bus, Optional.empty());
    }

    private static Path path(final String named) {
        try {
            return Path.of(named);
        } catch (final InvalidPathException e) {
            throw new BusException(LoadedConfiguration.CONFIG_VARIABLE + "=" + named
                    + " is not a path in this locale: set LC_ALL=C.UTF-8, or use another name", e);
        }
    }

    /** {@return the file; empty without one} */
    public Optional<Path> file() {
        return loaded.flatMap(LoadedConfiguration::file);
    }

    /** {@return the settings of the bus} */
    public BusSettings bus() {
        return bus;
    }

    /** {@return the streams of the file, in its order} */
    public Set<String> streams() {
        return loaded.map(LoadedConfiguration::streams).orElse(Map.of()).keySet();
    }

    /**
     * The settings of a publication.
     *
     * @param stream name of the stream; all settings of one that is not in the file are defaults
     * @return settings
     */
    public PublicationSettings publication(final String stream) {
        return publication(PublicationSettings.of(stream));
    }

    /**
     * The settings of a publication, with defaults of the application.
     *
     * @param defaults where the file has no value
     * @return settings with the values of the file for that stream
     */
    public PublicationSettings publication(final PublicationSettings defaults) {
        return loaded.map(file -> placedPublication(file, defaults).settings()).orElse(defaults);
    }

    /**
     * The settings of a subscription.
     *
     * @param stream name of the stream; all settings of one that is not in the file are defaults
     * @return settings
     */
    public SubscriptionSettings subscription(final String stream) {
        return subscription(SubscriptionSettings.of(stream));
    }

    /**
     * The settings of a subscription, with defaults of the application.
     *
     * @param defaults where the file has no value
     * @return settings with the values of the file for that stream
     */
    public SubscriptionSettings subscription(final SubscriptionSettings defaults) {
        return loaded.map(file -> placedSubscription(file, defaults).settings()).orElse(defaults);
    }

    /**
     * The settings for fetching missing messages.
     *
     * @param stream name of the stream
     * @return settings
     */
    public RecoverySettings recovery(final String stream) {
        return recovery(stream, RecoverySettings.defaults());
    }

    /**
     * The settings for fetching missing messages, with defaults of the application.
     *
     * @param stream name of the stream
     * @param defaults where the file has no value
     * @return settings with the values of the file for that stream
     */
    public RecoverySettings recovery(final String stream, final RecoverySettings defaults) {
        return loaded.map(file -> file.stream(stream).recovery().applyTo(defaults)).orElse(defaults);
    }

    /**
     * The settings of the journal of a recorder.
     *
     * @param stream name of the stream
     * @return settings
     */
    public JournalSettings journal(final String stream) {
        final JournalSettings defaults = JournalSettings.defaults();
        return loaded.map(file -> file.stream(stream).journal().applyTo(defaults)).orElse(defaults);
    }

    /**
     * The settings of a recorder that serves ranges.
     *
     * @param stream name of the stream
     * @return settings
     */
    public ServeSettings serve(final String stream) {
        final ServeSettings defaults = ServeSettings.defaults();
        return loaded.map(file -> file.stream(stream).serve().applyTo(defaults)).orElse(defaults);
    }

    /**
     * The core for the publishing thread of a stream, which the application pins by {@link Affinity#pin}.
     *
     * @param stream name of the stream
     * @return from 0; empty if the thread may run on all cores
     */
    public OptionalInt publishingCore(final String stream) {
        return loaded.map(file -> core(placedPublication(file, PublicationSettings.of(stream))))
                .orElse(OptionalInt.empty());
    }

    /**
     * The SBE schemas of the messages of a stream.
     *
     * @param stream name of the stream
     * @return files; empty if the configuration names none
     */
    public List<Path> schemas(final String stream) {
        return loaded.map(file -> file.stream(stream).messages().applyTo(List.of())).orElse(List.of());
    }

    /**
     * The core for the polling thread of a stream, which the application pins by {@link Affinity#pin}.
     *
     * @param stream name of the stream
     * @return from 0; empty if the thread may run on all cores
     */
    public OptionalInt pollingCore(final String stream) {
        return loaded.map(file -> core(placedSubscription(file, SubscriptionSettings.of(stream))))
                .orElse(OptionalInt.empty());
    }

    private static SettingsWithCore<PublicationSettings> placedPublication(final LoadedConfiguration file,
            final PublicationSettings defaults) {
        return file.stream(defaults.stream()).publication()
                .applyTo(new SettingsWithCore<>(defaults, BusSettings.ANY_CORE));
    }

    private static SettingsWithCore<SubscriptionSettings> placedSubscription(final LoadedConfiguration file,
            final SubscriptionSettings defaults) {
        return file.stream(defaults.stream()).subscription()
                .applyTo(new SettingsWithCore<>(defaults, BusSettings.ANY_CORE));
    }

    private static OptionalInt core(final SettingsWithCore<?> pinned) {
        return pinned.core() == BusSettings.ANY_CORE ? OptionalInt.empty() : OptionalInt.of(pinned.core());
    }

    /** {@return a file with all keys as comments: values, meaning and default of each; no mistakes} */
    public static List<String> sample() {
        return ConfigurationSample.lines();
    }

    /** {@return the effective values as lines of a configuration file; comments state where each comes from} */
    public List<String> lines() {
        return ConfigurationListing.of(loaded.orElseGet(() -> LoadedConfiguration.none(bus, System.getenv())));
    }

    /**
     * Parses a duration as it is written in a file and on a command line.
     *
     * @param text a number of seconds, or with a unit: 50ms, 90s, 30m, 12h, 7d
     * @return at most 68 years
     * @throws BusException for another text
     */
    public static Duration duration(final String text) {
        return Quantities.duration(text);
    }

    /**
     * Parses a size as it is written in a file and on a command line.
     *
     * @param text digits, and k, m, g or t for powers of 1,024: 67108864, 64M, 2G
     * @return bytes, above 0
     * @throws BusException for another text
     */
    public static long bytes(final String text) {
        return Quantities.bytes(text);
    }
}
