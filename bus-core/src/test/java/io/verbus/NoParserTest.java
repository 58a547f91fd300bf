package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The class path of this module has no parser of configuration files, as that of an application without a file. */
class NoParserTest {
    @TempDir
    private Path folder;

    @Test
    void fileNeedsAnotherArtifact() throws IOException {
        final Path file = Files.writeString(folder.resolve("verbus.yaml"), "bus:\n  counters: 64\n");
        assertEquals(file + ": there is no reader of configuration files on the class path: add the artifact"
                + " verbus-yaml", assertThrows(BusException.class, () -> BusSettings.load(file)).getMessage());
    }

    @Test
    void configurationWithoutAFileHasTheSettingsOfTheApplication() {
        final BusSettings settings = BusSettings.defaults().withCounters(64);
        final Configuration configuration = Configuration.of(settings);
        assertEquals(settings, configuration.bus());
        assertEquals(PublicationSettings.of("s"), configuration.publication("s"));
        assertEquals(SubscriptionSettings.of("s"), configuration.subscription("s"));
        assertTrue(configuration.pollingCore("s").isEmpty());
    }
}
