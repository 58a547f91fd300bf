package io.verbus.tools.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.BusSettings;
import io.verbus.tools.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Files of the archive that start the bus: systemd units, and the image for containers. */
class DeploymentFilesTest {
    private static final Path DIST = Path.of("../dist").toAbsolutePath().normalize();
    private static final Pattern START = Pattern.compile("ExecStart=/opt/verbus/bin/bus (.*) \\$ARGUMENTS");
    private static final Pattern COPY = Pattern.compile("(?m)^COPY (\\S+) /opt/verbus/(\\S+)$");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"verbus-feed@.service", "verbus-record@.service", "verbus-relay@.service"})
    void systemdAcceptsTheUnit(final String unit) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "systemd is not installed");
        final Path installed = folder.resolve(unit.replace("@", "@md.itch"));
        Files.writeString(installed, unit(unit).replace("/opt/verbus/bin/bus", "/bin/true"));
        final Process process = new ProcessBuilder("systemd-analyze", "verify", "--man=no", installed.toString())
                .redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
        assertFalse(output.contains(folder.toString()), output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"verbus-feed@.service", "verbus-record@.service", "verbus-relay@.service"})
    void theCommandLineAcceptsTheOptions(final String unit) throws IOException {
        final Matcher start = START.matcher(unit(unit));
        assertTrue(start.find(), unit);
        final List<String> words = List.of(start.group(1).replace("%i", "md.itch").split(" "));
        final CommandLine command = Main.commandLine(BusSettings::defaults).getSubcommands().get(words.getFirst());
        words.stream().filter(word -> word.startsWith("--"))
                .forEach(option -> assertTrue(command.getCommandSpec().optionsMap().containsKey(option), option));
    }

    /** The build context of the image is the folder of an archive. */
    @Test
    void theImageCopiesFoldersOfTheArchive() throws IOException {
        final String image = Files.readString(DIST.resolve("containers/Dockerfile"));
        final String archive = Files.readString(DIST.resolve("archive"));
        final Matcher copy = COPY.matcher(image);
        int copies = 0;
        while (copy.find()) {
            copies++;
            assertEquals(copy.group(1), copy.group(2));
            assertTrue(archive.contains("\"$root/" + copy.group(1)), copy.group());
        }
        assertEquals(3, copies);
    }

    private static String unit(final String name) throws IOException {
        return Files.readString(DIST.resolve("systemd").resolve(name));
    }
}
