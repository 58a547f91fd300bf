package io.verbus.internal.config;

import io.verbus.BusSettings;
import io.verbus.PublicationSettings;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.recovery.RecoverySettings;
import io.verbus.recovery.ServeSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A configuration file with all keys as comments: values, meaning, and the default, if there is one. */
public final class ConfigurationSample {
    private static final String STREAM = "md.itch";
    /** The section of the one key that is set, to its default: a file without a key is refused. */
    private static final String SECTION = "bus";

    private final List<String> lines = new ArrayList<>(List.of(
            "## Configuration of Verbus. A line with one # is a key with its default: to set it, remove the # of the",
            "## key and of the sections around it. Lines with ## are explanations. A file has at least one key."));

    private ConfigurationSample() {
    }

    /** {@return the lines of the file} */
    public static List<String> lines() {
        final ConfigurationSample sample = new ConfigurationSample();
        sample.list();
        return sample.lines;
    }

    private void list() {
        final Path folder = Path.of("");
        final BusSettings bus = BusSettings.defaults().withDirectory(Path.of("/dev/shm/verbus-USER"));
        add(BusKeys.bus(folder), bus, "");
        add(BusKeys.conductor(), bus, "");
        add(ConfigurationTree.security(folder), Optional.empty(), "");
        lines.add("#streams:");
        lines.add("#  " + STREAM + ":");
        final StreamSections sections = StreamSections.of(new AddressForms(List.of(), Optional.empty()), folder);
        add(sections.messages(), List.of(), "  ");
        add(sections.publication(), new SettingsWithCore<>(PublicationSettings.of(STREAM), BusSettings.ANY_CORE),
                "    ");
        add(sections.subscription(), new SettingsWithCore<>(SubscriptionSettings.of(STREAM), BusSettings.ANY_CORE),
                "    ");
        add(sections.recovery(), RecoverySettings.defaults(), "    ");
        add(sections.journal(), JournalSettings.defaults(), "    ");
        add(sections.serve(), ServeSettings.defaults(), "    ");
    }

    private <S> void add(final KeySection<S> section, final S defaults, final String indentation) {
        final boolean hasDefaults = section.keys().stream().anyMatch(key -> shown(key, defaults).isPresent());
        if (!section.name().isEmpty()) {
            lines.add((hasDefaults ? section.name().equals(SECTION) ? "" : "#" : "##") + indentation + section.name()
                    + ":");
        }
        section.keys().forEach(key -> {
            final String name = indentation + "  " + key.name() + ": ";
            final Optional<String> value = shown(key, defaults);
            lines.add("##" + indentation + "  " + (value.isPresent() ? "" : key.name() + ": ") + key.meaning() + "; "
                    + key.form().values());
            value.ifPresent(text -> lines.add((key.name().equals(BusKeys.HEARTBEAT_TIMEOUT) ? "" : "#") + name + text));
        });
    }

    private static <S, T> Optional<String> shown(final Key<S, T> key, final S defaults) {
        final T value = key.get().apply(defaults);
        return value == null || key.form().show().apply(value).isEmpty()
                ? Optional.empty()
                : ConfigurationListing.shown(key, defaults);
    }
}
