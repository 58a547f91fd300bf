package io.verbus.internal.config;

import io.verbus.BusSettings;
import io.verbus.PublicationSettings;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.recovery.RecoverySettings;
import io.verbus.recovery.ServeSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The effective values, as a configuration file whose comments state where each value comes from. */
public final class ConfigurationListing {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9/_][A-Za-z0-9_./:?=&%@+-]*");
    private static final int COLUMN = 40;

    private final LoadedConfiguration configuration;
    private final List<String> lines = new ArrayList<>();

    private ConfigurationListing(final LoadedConfiguration configuration) {
        this.configuration = configuration;
    }

    /** The lines of a file. */
    public static List<String> of(final LoadedConfiguration configuration) {
        final ConfigurationListing listing = new ConfigurationListing(configuration);
        listing.list();
        return listing.lines;
    }

    private void list() {
        final BusSettings settings = configuration.bus();
        add(configuration.values().bus(), settings, "");
        add(configuration.values().conductor(), settings, "");
        if (!configuration.streams().isEmpty()) {
            lines.add("streams:");
        }
        configuration.streams().forEach((name, stream) -> {
            lines.add("  " + name + ":");
            if (!stream.messages().values().isEmpty()) {
                add(stream.messages(), stream.messages().applyTo(List.of()), "  ");
            }
            addStream(stream.publication(), new SettingsWithCore<>(PublicationSettings.of(name), BusSettings.ANY_CORE));
            addStream(stream.subscription(),
                    new SettingsWithCore<>(SubscriptionSettings.of(name), BusSettings.ANY_CORE));
            addStream(stream.recovery(), RecoverySettings.defaults());
            addStream(stream.journal(), JournalSettings.defaults());
            addStream(stream.serve(), ServeSettings.defaults());
        });
    }

    private <S> void addStream(final SectionValues<S> values, final S defaults) {
        if (!values.values().isEmpty()) {
            add(values, values.applyTo(defaults), "    ");
        }
    }

    private <S> void add(final SectionValues<S> values, final S settings, final String indentation) {
        if (!values.section().name().isEmpty()) {
            lines.add(indentation + values.section().name() + ":");
        }
        for (final Key<S, ?> key : values.section().keys()) {
            shown(key, settings).ifPresent(value -> {
                final String text = indentation + "  " + key.name() + ": " + value;
                lines.add(text + " ".repeat(Math.max(1, COLUMN - text.length())) + "# " + origin(values, key));
            });
        }
    }

    private String origin(final SectionValues<?> values, final Key<?, ?> key) {
        if (configuration.isDirectoryOfEnvironment() && key.name().equals(BusKeys.DIRECTORY)) {
            return "environment, " + LoadedConfiguration.DIRECTORY_VARIABLE;
        }
        return values.lineOf(key.name()).map(line -> configuration.file().orElseThrow() + ", line " + line)
                .orElse("default");
    }

    /** The value of a key; empty if it is an empty text, which a file does not have. */
    static <S, T> Optional<String> shown(final Key<S, T> key, final S settings) {
        final List<String> texts = key.form().show().apply(key.get().apply(settings));
        if (texts.size() == 1) {
            return texts.getFirst().isEmpty() ? Optional.empty() : Optional.of(quoted(texts.getFirst()));
        }
        return Optional.of("[" + String.join(", ", texts.stream().map(ConfigurationListing::quoted).toList()) + "]");
    }

    private static String quoted(final String text) {
        final boolean isWord = PLAIN.matcher(text).matches() && !text.endsWith(":") && !text.equalsIgnoreCase("null");
        return isWord ? text : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
