package io.verbus.tools.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.BusSettings;
import io.verbus.tools.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Pages and completion of an archive, examined by the programs that read them. */
class ManualTest {
    @TempDir
    private Path folder;
    private Path completion;
    private Path pages;

    @BeforeEach
    void writeManual() throws IOException {
        completion = Files.createDirectory(folder.resolve("completion")).resolve("bus.bash");
        pages = Files.createDirectories(folder.resolve("man/man1"));
        Files.createDirectories(folder.resolve("man/man5"));
        Files.createDirectories(folder.resolve("conf"));
        Manual.main(new String[]{folder.toString()});
    }

    @Test
    void eachCommandHasAPage() throws IOException {
        final Set<String> expected = new TreeSet<>(List.of("bus.1"));
        addNames(Main.commandLine(BusSettings::defaults), "bus", expected);
        try (Stream<Path> files = Files.list(pages)) {
            assertEquals(expected, files.map(file -> file.getFileName().toString())
                    .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    private static void addNames(final CommandLine line, final String name, final Set<String> names) {
        line.getSubcommands().forEach((subcommand, subline) -> {
            if (!subcommand.equals("help")) {
                names.add(name + '-' + subcommand + ".1");
                addNames(subline, name + '-' + subcommand, names);
            }
        });
    }

    @Test
    void groffReadsThePagesWithoutAWarning() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/groff")), "groff is not installed");
        final List<String> command = new ArrayList<>(List.of("groff", "-man", "-ww", "-z", "-Tutf8"));
        try (Stream<Path> files = Files.list(pages)) {
            files.map(Path::toString).sorted().forEach(command::add);
        }
        command.add(folder.resolve("man/man5/verbus.yaml.5").toString());
        assertEquals("", output(command.toArray(String[]::new)));
    }

    @Test
    void aPageHasTheTextsOfTheHelp() throws IOException {
        final String page = Files.readString(pages.resolve("bus-loss.1"));
        assertTrue(page.contains(".SH NAME\nbus\\-loss \\- Prints the losses"), page);
        assertTrue(page.contains("\\fB\\-\\-json\\fR\n"), page);
        assertTrue(page.contains(".SH EXIT STATUS\n.PP\n0 "), page);
    }

    /** Bash refuses its own compopt unless it is completing a line. */
    @Test
    void bashReadsTheCompletion() throws IOException, InterruptedException {
        assertEquals("feed", output("bash", "-c", "set -e; compopt() { :; }; source " + completion
                + "; COMP_WORDS=(bus fe); COMP_CWORD=1; _complete_bus; echo -n ${COMPREPLY[*]}"));
    }

    /** Each shell that is installed parses its script, and the script has each command, also the launcher's. */
    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void shellAcceptsItsCompletion(final String shell) throws IOException, InterruptedException {
        final Path script = completion.resolveSibling("bus." + shell);
        final String text = Files.readString(script);
        final List<String> commands = new ArrayList<>(List.of("train", "java"));
        commands.addAll(Main.commandLine(BusSettings::defaults).getSubcommands().keySet());
        commands.forEach(command -> assertTrue(text.matches("(?s).*\\b" + command + "\\b.*"), command));
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/" + shell)), shell + " is not installed");
        assertEquals("", output(shell, "-n", script.toString()));
    }

    @Test
    void completionOfTheSourceTreeHasTheCommandsOfTheLauncher() {
        final CommandLine line = Main.commandLine(BusSettings::defaults);
        final StringWriter out = new StringWriter();
        line.setOut(new PrintWriter(out));
        assertEquals(0, line.execute("completion", "fish"));
        for (final String command : List.of("release", "dist", "feed")) {
            assertTrue(out.toString().contains(" -a " + command + " "), command);
        }
    }

    @Test
    void theRootPageNamesTheCommandsOfTheArchive() throws IOException {
        final String page = Files.readString(pages.resolve("bus.1"));
        assertTrue(page.contains("  train     Makes the AOT cache") && !page.contains("Runs all tests"), page);
    }

    private static String output(final String... command) throws IOException, InterruptedException {
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
        return output;
    }
}
