package io.verbus.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** The launcher answers questions about itself before anything is built. */
class HelpTextTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path TEXT = ROOT.resolve("config/help.txt");

    @TempDir
    private Path clone;

    @Test
    void fileHoldsTheHelpOfTheCommandLine() throws IOException {
        final StringWriter out = new StringWriter();
        final CommandLine line = Main.commandLine(BusSettings::defaults);
        line.setOut(new PrintWriter(out, true));

        assertEquals(0, line.execute("help"));

        assertEquals(out.toString(), Files.readString(TEXT), "config/help.txt differs: print the help of"
                + " io.verbus.tools.Main into it");
    }

    @Test
    void groupsHaveEachCommandOnce() {
        final List<String> grouped = Stream.of(CommandGroup.values()).flatMap(group -> group.commands().stream())
                .toList();
        assertEquals(List.copyOf(Main.commandLine(BusSettings::defaults).getSubcommands().keySet()), grouped);
    }

    @ParameterizedTest
    @EnumSource
    void exampleOfAGroupIsAcceptedAndIsOfTheGroup(final CommandGroup group) {
        final String[] words = group.example().split(" ");
        assertTrue(words[0].equals("./bus") && group.commands().contains(words[1]), group::example);
        Main.commandLine(BusSettings::defaults).parseArgs(Arrays.copyOfRange(words, 1, words.length));
    }

    /** An address or a path that continues on the next line cannot be copied. */
    @Test
    void wordsOfAHelpAreNotBroken() {
        assertEquals(List.of(), broken(Main.commandLine(BusSettings::defaults)));
    }

    private static List<String> broken(final CommandLine line) {
        final CommandSpec spec = line.getCommandSpec();
        final List<String> shown = List.of(line.getUsageMessage(CommandLine.Help.Ansi.OFF).split("\\s+"));
        final List<String> broken = new ArrayList<>();
        final List<String> words = Stream.of(Stream.of(spec.usageMessage().description(), spec.usageMessage().footer()),
                spec.args().stream().filter(argument -> !argument.hidden()).map(ArgSpec::description))
                .flatMap(texts -> texts).flatMap(Arrays::stream)
                .flatMap(text -> Stream.of(text.replace("%n", " ").replace("%%", "%").split("\\s+")))
                .filter(word -> !word.isEmpty() && !word.contains("${")).toList(); // a variable of picocli
        for (final String word : Set.copyOf(words)) {
            if (Collections.frequency(shown, word) < Collections.frequency(words, word)) {
                broken.add(spec.qualifiedName() + ": " + word);
            }
        }
        line.getSubcommands().values().forEach(command -> broken.addAll(broken(command)));
        return broken;
    }

    @ParameterizedTest
    @ValueSource(strings = {"help", "--help", "-h"})
    void helpNeedsNoBuild(final String argument) throws IOException, InterruptedException {
        assertEquals(Files.readString(TEXT), launch(argument));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V"})
    void versionNeedsNoBuild(final String argument) throws IOException, InterruptedException {
        final String version = launch(argument);
        assertTrue(version.matches("Verbus \\d\\S+ \\(none\\), not built\n"), version);
    }

    /** Runs the launcher where neither a JDK nor Maven is on the path. */
    private String launch(final String argument) throws IOException, InterruptedException {
        Files.createDirectory(clone.resolve("config"));
        Files.copy(ROOT.resolve("bus"), clone.resolve("bus"));
        Files.copy(ROOT.resolve("pom.xml"), clone.resolve("pom.xml"));
        Files.copy(TEXT, clone.resolve("config/help.txt"));
        for (final String sourced : List.of("config/jdk.bash", "config/packages.bash")) {
            Files.copy(ROOT.resolve(sourced), clone.resolve(sourced));
        }
        final ProcessBuilder builder = new ProcessBuilder("/bin/bash", clone.resolve("bus").toString(), argument)
                .redirectErrorStream(true);
        builder.environment().keySet().retainAll(Set.of("LANG"));
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("GIT_CEILING_DIRECTORIES", clone.getParent().toString());
        final Process process = builder.start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output;
    }
}
