package io.verbus.tools.init;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Build;
import io.verbus.config.Configuration;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The files that it writes. {@code ApplicationTest} of system-tests builds and runs them. */
class InitCommandTest {
    private static final Pattern PLACEHOLDER = Pattern.compile("@[A-Z]+@");
    private static final Pattern LIBRARY = Pattern.compile("(?:<artifactId>|io\\.verbus:)(verbus-\\w+)");
    private static final Pattern VERSION = Pattern.compile("\\.version>(\\d[^<]*)|'[\\w.-]+:[\\w.-]+:(\\d[^']*)'");
    /** Flags of the JVM, release of Java, generator of the codecs, its properties, the schema, and the manifest. */
    private static final Pattern SETTING = Pattern.compile("(--[a-z-]+=[\\w./=-]+)|(?:release>|Version\\.of\\()(\\d+)"
            + "|([\\w.]+\\.SbeTool)|(?:-D|systemProperty ')(sbe[\\w.]+)|(src/main/resources/[\\w.]+)"
            + "|(?:mainClass>|Main-Class': ')([\\w.]+)|(?:<Add-Opens>|Add-Opens': ')([\\w./]+)"
            + "|(?:<Enable-Native-Access>|Enable-Native-Access': ')([\\w.-]+)");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"--gradle", "--package=com.acme.fast_2"})
    void noPlaceholderRemains(final String option) throws IOException {
        final Path application = write(option);
        try (Stream<Path> files = Files.walk(application)) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                final String text = Files.readString(file);
                assertFalse(PLACEHOLDER.matcher(text).find(), () -> file + ": " + text);
            }
        }
    }

    /** Maven is run by a test; the other build uses the same libraries, in the same versions. */
    @Test
    void buildsForMavenAndGradleHaveTheSameLibraries() throws IOException {
        final String maven = Files.readString(write("--package=a").resolve("pom.xml"));
        final String gradle = Files.readString(write("--gradle").resolve("build.gradle"));
        assertEquals(found(LIBRARY, maven), found(LIBRARY, gradle));
        final Set<String> versions = found(VERSION, maven);
        assertEquals(versions, found(VERSION, gradle));
        assertTrue(versions.size() == 3 && versions.contains(Build.version()), versions::toString);
    }

    @Test
    void buildsForMavenAndGradleHaveTheSameSettings() throws IOException {
        final Set<String> settings = found(SETTING, Files.readString(write("--package=a").resolve("pom.xml")));
        final Path gradle = folder.resolve("gradle");
        assertEquals(0, run(gradle.toString(), "--gradle", "--package=a"));
        assertEquals(settings, found(SETTING, Files.readString(gradle.resolve("build.gradle"))));
        assertTrue(settings.containsAll(Set.of("25", "a.Prices", "java.base/jdk.internal.misc", "ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED", "src/main/resources/prices.xml",
                "sbe.output.dir", "uk.co.real_logic.sbe.SbeTool")), settings::toString);
    }

    /** The texts of the only group of each alternative of a pattern. */
    private static Set<String> found(final Pattern pattern, final String text) {
        return pattern.matcher(text).results().map(one -> IntStream.rangeClosed(1, one.groupCount())
                .mapToObj(one::group).filter(Objects::nonNull).findFirst().orElseThrow())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void configurationHasNoMistakes() throws IOException {
        assertEquals(Set.of("prices"), Configuration.load(write("--gradle").resolve("verbus.yaml")).streams());
    }

    @Test
    void emptyDirectoryIsUsedAndAFullOneIsLeftAlone() throws IOException {
        final Path application = Files.createDirectory(folder.resolve("empty"));
        assertEquals(0, run(application.toString()));
        final String before = Files.readString(application.resolve("README.md"));
        assertEquals(1, run(application.toString(), "--package", "other"));
        assertEquals(before, Files.readString(application.resolve("README.md")));
        assertFalse(Files.exists(application.resolve("src/main/java/other")));
    }

    private Path write(final String option) {
        final Path application = folder.resolve(option.replaceAll("\\W", "_"));
        assertEquals(0, run(application.toString(), option));
        return application;
    }

    private static int run(final String... arguments) {
        return new CommandLine(new InitCommand()).setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(new StringWriter())).execute(arguments);
    }
}
