package io.verbus.internal.config;

import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.PublicationSettings;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.shm.StreamName;
import io.verbus.internal.yaml.ConfigurationNode.Member;
import io.verbus.internal.yaml.ConfigurationNode.Scalar;
import io.verbus.internal.yaml.ConfigurationNode;
import io.verbus.internal.yaml.ConfigurationSyntaxException;
import io.verbus.internal.yaml.YamlParser;
import io.verbus.journal.JournalSettings;
import io.verbus.recovery.RecoverySettings;
import io.verbus.recovery.ServeSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the tree of a file, and collects all mistakes in it. */
final class ConfigurationTree {
    private static final String SECURITY = "security";
    private static final String STREAMS = "streams";
    private static final String SECRET_FILE = "secret-file";

    private final Path file;
    private final BusSettings defaults;
    private final boolean isDirectoryOfEnvironment;
    private final Mistakes mistakes;
    private final Path folder;
    private final KeySection<BusSettings> busSection;
    private final KeySection<BusSettings> conductorSection = BusKeys.conductor();
    private final SectionReader reader;

    ConfigurationTree(final Path file, final BusSettings defaults, final boolean isDirectoryOfEnvironment,
            final Mistakes mistakes) {
        this.file = file;
        this.defaults = defaults;
        this.isDirectoryOfEnvironment = isDirectoryOfEnvironment;
        this.mistakes = mistakes;
        this.folder = file.toAbsolutePath().getParent();
        this.busSection = BusKeys.bus(folder);
        this.reader = new SectionReader(mistakes, this::place);
    }

    /** The only section of {@code security}: the secret of all addresses that do not name one. */
    static KeySection<Optional<Path>> security(final Path folder) {
        return new KeySection<>(SECURITY, List.of(new Key<Optional<Path>, Path>(SECRET_FILE, ValueForm.path(folder),
                "file with the secret of all addresses that do not name one; only its owner may read it",
                secret -> secret.orElse(null), (none, path) -> Optional.of(path))));
    }

    LoadedConfiguration read(final String text) {
        final ConfigurationNode root = parsed(text);
        if (root instanceof Scalar scalar && scalar.isAbsent()) {
            mistakes.add(0, "it has no keys: write at least one, or leave --config and VERBUS_CONFIG out");
        } else if (!(root instanceof ConfigurationNode.Members)) {
            mistakes.add(root.line(), "it is not a map: use the keys " + String.join(", ", sectionNames()));
        }
        mistakes.refuse();
        final Map<String, ConfigurationNode> sections = new LinkedHashMap<>();
        for (final Member member : reader.members(root, "")) {
            if (sectionNames().contains(member.key().text())) {
                sections.put(member.key().text(), member.value());
            } else {
                reader.addUnknown(member.key(), "", sectionNames());
            }
        }
        final ConfigurationNode absent = new Scalar(0, "", false);
        final BusValues bus = new BusValues(
                reader.read(busSection, sections.getOrDefault(busSection.name(), absent), busSection.name()),
                reader.read(conductorSection, sections.getOrDefault(conductorSection.name(), absent),
                        conductorSection.name()));
        bus.check(defaults, mistakes);
        final Optional<Path> secret = secret(sections.getOrDefault(SECURITY, absent));
        final StreamSections streamSections = StreamSections.of(new AddressForms(defaults.transports(), secret),
                folder);
        final Map<String, StreamValues> streams = streams(streamSections, sections.getOrDefault(STREAMS, absent));
        mistakes.refuse();
        return new LoadedConfiguration(file, defaults, isDirectoryOfEnvironment, bus, streamSections,
                Collections.unmodifiableMap(streams));
    }

    /** The secret of all addresses; its transport reads it, and checks its length and its permissions. */
    private Optional<Path> secret(final ConfigurationNode node) {
        final SectionValues<Optional<Path>> values = reader.read(security(folder), node, SECURITY);
        final Optional<Path> secret = values.applyTo(Optional.empty());
        if (secret.isPresent() && !Files.isRegularFile(secret.get())) {
            mistakes.add(values.lineOf(SECRET_FILE).orElse(0), SECURITY + "." + SECRET_FILE + ": there is no file "
                    + secret.get() + ": create it by head -c 32 /dev/urandom | base64, and chmod 600");
            return Optional.empty();
        }
        return secret;
    }

    private ConfigurationNode parsed(final String text) {
        try {
            return YamlParser.parse(text);
        } catch (final ConfigurationSyntaxException e) {
            mistakes.add(e.line(), e.getMessage());
            mistakes.refuse();
            throw e;
        }
    }

    private List<String> sectionNames() {
        return List.of(busSection.name(), conductorSection.name(), SECURITY, STREAMS);
    }

    private Map<String, StreamValues> streams(final StreamSections sections, final ConfigurationNode node) {
        final Map<String, StreamValues> streams = new LinkedHashMap<>();
        for (final Member stream : reader.members(node, STREAMS)) {
            final String name = stream.key().text();
            try {
                StreamName.check(name);
                streams.put(name, stream(sections, stream.value(), name));
            } catch (final BusException e) {
                mistakes.add(stream.key().line(), STREAMS + ": " + e.getMessage());
            }
        }
        return streams;
    }

    private StreamValues stream(final StreamSections sections, final ConfigurationNode node, final String stream) {
        final String path = STREAMS + "." + stream;
        final List<String> names = sections.all().stream().map(KeySection::name).toList();
        final Map<String, ConfigurationNode> found = new LinkedHashMap<>();
        final List<Member> keys = new ArrayList<>();
        for (final Member member : reader.members(node, path)) {
            if (names.contains(member.key().text())) {
                found.put(member.key().text(), member.value());
            } else if (sections.messages().key(member.key().text()).isPresent()) {
                keys.add(member);
            } else {
                reader.addUnknown(member.key(), path,
                        Stream.concat(sections.messages().names().stream(), names.stream()).toList());
            }
        }
        return new StreamValues(
                reader.read(sections.messages(), new ConfigurationNode.Members(node.line(), keys), path),
                section(sections.publication(), found, path,
                        new SettingsWithCore<>(PublicationSettings.of(stream), -1)),
                section(sections.subscription(), found, path,
                        new SettingsWithCore<>(SubscriptionSettings.of(stream), -1)),
                section(sections.recovery(), found, path, RecoverySettings.defaults()),
                section(sections.journal(), found, path, JournalSettings.defaults()),
                section(sections.serve(), found, path, ServeSettings.defaults()));
    }

    private <S> SectionValues<S> section(final KeySection<S> section, final Map<String, ConfigurationNode> found,
            final String path, final S base) {
        if (!found.containsKey(section.name())) {
            return SectionValues.none(section);
        }
        final String name = SectionReader.dotted(path, section.name());
        final SectionValues<S> values = reader.read(section, found.get(section.name()), name);
        values.check(base, name, mistakes);
        return values;
    }

    /** The place of a key that is unknown where it is; empty if it has none, or several. */
    private Optional<String> place(final String key) {
        final StreamSections streamSections = StreamSections.of(new AddressForms(List.of(), Optional.empty()), folder);
        final List<String> places = Stream.<KeySection<?>>concat(
                Stream.of(busSection, conductorSection, security(folder)),
                streamSections.all().stream()).filter(section -> section.names().contains(key))
                .map(section -> streamSections.all().contains(section)
                        ? STREAMS + ".NAME." + section.name()
                        : section.name())
                .distinct().toList();
        final List<String> ofStream = Stream.concat(streamSections.messages().names().stream(),
                streamSections.all().stream().map(KeySection::name)).filter(key::equals)
                .map(name -> STREAMS + ".NAME").toList();
        final List<String> all = Stream.concat(places.stream(), ofStream.stream()).toList();
        return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
    }
}
