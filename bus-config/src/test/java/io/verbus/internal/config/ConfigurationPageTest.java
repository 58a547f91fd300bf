package io.verbus.internal.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusSettings;
import io.verbus.PublicationSettings;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.recovery.RecoverySettings;
import io.verbus.recovery.ServeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/operate/configuration.md lists the keys of the code, and its example can be loaded. */
class ConfigurationPageTest {
    private static final Path PAGE = Path.of("../docs/operate/configuration.md");
    private static final String STREAM = "md.itch";

    @TempDir
    private Path folder;

    @Test
    void tablesHaveTheKeysOfTheCode() throws IOException {
        final StreamSections sections = StreamSections.of(new AddressForms(List.of(), Optional.empty()), folder);
        final List<String> expected = new ArrayList<>();
        final BusSettings defaults = BusSettings.defaults().withDirectory(Path.of("/dev/shm/verbus-USER"));
        addRows(expected, BusKeys.bus(folder), defaults);
        addRows(expected, BusKeys.conductor(), defaults);
        addRows(expected, ConfigurationTree.security(folder), Optional.empty());
        addRows(expected, sections.messages(), List.of());
        addRows(expected, sections.publication(), new SettingsWithCore<>(PublicationSettings.of(STREAM), -1));
        addRows(expected, sections.subscription(), new SettingsWithCore<>(SubscriptionSettings.of(STREAM), -1));
        addRows(expected, sections.recovery(), RecoverySettings.defaults());
        addRows(expected, sections.journal(), JournalSettings.defaults());
        addRows(expected, sections.serve(), ServeSettings.defaults());
        assertEquals(String.join("\n", expected), String.join("\n", Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| `") || line.startsWith("### ")).toList()));
    }

    private static <S> void addRows(final List<String> rows, final KeySection<S> section, final S defaults) {
        rows.add("### " + (section.name().isEmpty() ? "stream" : section.name()));
        section.keys().forEach(key -> rows.add("| `" + key.name() + "` | " + key.form().values() + " | "
                + shown(key, defaults) + " | " + key.meaning() + " |"));
    }

    private static <S, T> String shown(final Key<S, T> key, final S defaults) {
        final T value = key.get().apply(defaults);
        final List<String> texts = value == null ? List.of() : key.form().show().apply(value);
        return texts.isEmpty() || texts.getFirst().isEmpty() ? "none" : "`" + String.join(", ", texts) + "`";
    }

    /** As it is, and with all keys that have a default. */
    @Test
    void sampleHasAllKeysAndChangesNothing() throws IOException {
        final Path file = folder.resolve("verbus.yaml");
        final List<String> lines = ConfigurationSample.lines();
        Files.write(file, lines);
        assertTrue(LoadedConfiguration.load(file, BusSettings.defaults(), Map.of()).streams().isEmpty());
        Files.write(file, lines.stream().map(line -> line.replaceFirst("^#(?!#)", "")).toList());
        final LoadedConfiguration loaded = LoadedConfiguration.load(file, BusSettings.defaults(), Map.of());
        assertEquals(BusSettings.defaults().heartbeatTimeout(),
                loaded.bus().heartbeatTimeout());
        assertTrue(loaded.streams().containsKey(STREAM));
        for (final String row : Files.readAllLines(PAGE)) {
            final String key = row.startsWith("| `") ? row.substring(3, row.indexOf('`', 3)) : "";
            assertTrue(lines.stream().anyMatch(line -> line.contains(" " + key + ":") || key.isEmpty()), key);
        }
    }

    @Test
    void exampleIsAFile() throws IOException {
        final String page = Files.readString(PAGE);
        final int start = page.indexOf("```yaml\n") + "```yaml\n".length();
        final String example = page.substring(start, page.indexOf("```", start));
        final Path file = Files.writeString(folder.resolve("verbus.yaml"),
                example.replaceAll(" +(listen|connect|secret-file): .*", "")); // they need a transport and a file
        final LoadedConfiguration loaded = LoadedConfiguration.load(file, BusSettings.defaults(), Map.of());
        assertTrue(loaded.streams().containsKey(STREAM));
    }
}
