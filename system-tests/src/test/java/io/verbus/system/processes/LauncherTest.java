package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher in a checkout of its own, with programs of the test in front of those of the machine. */
@Tag("processes")
class LauncherTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final UnixAccount OTHER = new UnixAccount(64_004, "", "022");

    @TempDir
    private Path folder;
    private Path clone;
    private Path programs;

    @BeforeEach
    void copyLauncher() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        clone = folder.resolve("a clone");
        programs = Files.createDirectory(folder.resolve("programs"));
        for (final String name : List.of("bus", "pom.xml", "config/jdk.bash", "config/packages.bash",
                "config/jvm.options", "config/tools.options")) {
            Files.createDirectories(clone.resolve(name).getParent());
            Files.copy(ROOT.resolve(name), clone.resolve(name));
        }
    }

    @Test
    void checkoutThatAnotherUserHasBuiltRuns() throws IOException {
        UnixAccount.assumeAvailable();
        run(List.of(), "git", "init", "-q", clone.toString());
        run(List.of(), "git", "-C", clone.toString(), "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q",
                "--allow-empty", "-m", "a commit");
        final String commit = run(List.of(), "git", "-C", clone.toString(), "rev-parse", "HEAD");
        write(clone.resolve("bus-tools/target/verbus.jar"), "");
        write(clone.resolve("target/built"), commit);
        jdk();
        final List<String> wrapper = new ArrayList<>(OTHER.wrapper());
        wrapper.addAll(List.of("env", "VERBUS_JAVA_HOME=" + clone.resolve("jdk")));

        final String output = run(wrapper, "bash", clone.resolve("bus").toString(), "stat");

        assertTrue(output.endsWith("runs stat\n"), output);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            need no-such-command some-package       | some-package
            native_tools() { false; }; need_native  | cmake make gcc libc6-dev libibverbs-dev librdmacm-dev
            """)
    void rootInstallsPackagesOnlyAfterTheCommandIsPrinted(final String call, final String packages)
            throws IOException {
        final String update = "apt-get -qq update";
        final String install = "apt-get -qq install -y --no-install-recommends " + packages;
        final Path calls = folder.resolve("calls");
        program(programs.resolve("id"), "echo 0");
        program(programs.resolve("apt-get"), "grep -qF \"apt-get $*\" '" + folder.resolve("output")
                + "' && echo \"apt-get $*\" >> '" + calls + "'");

        final String output = run(List.of(), "bash", "-c", "cd '" + clone + "'; . ./bus; ( " + call + " ) || :");

        assertTrue(output.startsWith("bus: packages are missing, running: " + update + " && " + install + "\n"),
                output);
        assertEquals(List.of(update, install), Files.readAllLines(calls), output);
    }

    @Test
    void otherUsersInstallNothing() throws IOException {
        program(programs.resolve("id"), "echo 1000");
        program(programs.resolve("apt-get"), "echo called");

        assertEquals("bus: no-such-command is missing: sudo apt-get install some-package\n",
                run(List.of(), "bash", "-c", "cd '" + clone + "'; . ./bus; (need no-such-command some-package) || :"));
    }

    /** DuckDB and Chronicle are on the class path only of the commands that need them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            journal export DIR --format wire --out day    | chronicle
            journal export DIR --out day --format=QUEUE   | chronicle
            journal export DIR --format csv --out queue   | export
            bridge md.itch --queue DIR                    | chronicle
            publish md.itch --from-queue DIR              | chronicle
            publish md.itch --in --from-queue-            | ''
            sql DIR --format text                         | export
            journal check DIR                             | ''
            tap md.itch --format json                     | ''
            record --stream wire --dir queue              | ''
            """)
    void moduleOfACommandIsLoadedForItOnly(final String arguments, final String module) throws IOException {
        assertEquals(module + "\n", run(List.of(), "bash", "-c",
                "cd '" + clone + "'; . ./bus; echo $(module_of " + arguments + ")"));
    }

    @Test
    void installationReportsItsModulesAndItsErrors() throws IOException {
        jdk();
        program(programs.resolve("id"), "echo 1000");
        program(programs.resolve("mvn"), "echo '[INFO] Building Verbus core 0.1.0-SNAPSHOT           [2/9]'; "
                + "echo '[ERROR] a reason'; exit 1");
        final String output = run(List.of("env", "VERBUS_JAVA_HOME=" + clone.resolve("jdk")), "bash", "-c",
                "bash '" + clone.resolve("bus") + "' install || echo status $?");
        assertTrue(output.contains("bus: building Verbus core 0.1.0-SNAPSHOT, 2 of 9\n[ERROR] a reason\nbus: the"
                + " installation failed, see above;"), output);
        assertTrue(output.endsWith("\nstatus 1\n"), output);
    }

    /** {@code bench -h} prints the options of JMH. */
    @ParameterizedTest
    @ValueSource(strings = {"test", "check", "install", "dist", "release", "bench", "java"})
    void commandsOfTheLauncherHaveHelp(final String command) throws IOException {
        Files.copy(ROOT.resolve("config/help.txt"), clone.resolve("config/help.txt"));
        final String output = run(List.of(), "bash", clone.resolve("bus").toString(), command, "--help");
        assertTrue(output.matches("Usage: \\./bus " + command + "( .*)?\n[A-Z].*\\.\n"), output);
        assertEquals(output, run(List.of(), "bash", clone.resolve("bus").toString(), "help", command));
        if (!command.equals("bench")) {
            assertEquals(output, run(List.of(), "bash", clone.resolve("bus").toString(), command, "-h"));
        }
    }

    /** All scripts install by the one function that prints the command. */
    @Test
    void noOtherScriptInstalls() throws IOException {
        try (Stream<Path> scripts = Stream.of(".ci", "bus", "config", "dist/archive", "dist/bin", "native")
                .map(ROOT::resolve).flatMap(LauncherTest::files)) {
            assertEquals(List.of(ROOT.resolve("config/packages.bash")),
                    scripts.filter(LauncherTest::installs).toList());
        }
    }

    private static Stream<Path> files(final Path place) {
        try (Stream<Path> files = Files.walk(place)) {
            return files.filter(Files::isRegularFile).filter(file -> !file.toString().contains("/target/")).toList()
                    .stream();
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean installs(final Path script) {
        try {
            return new String(Files.readAllBytes(script), StandardCharsets.ISO_8859_1).contains("apt-get -qq install");
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A JDK whose java prints the last argument. */
    private void jdk() throws IOException {
        write(clone.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
        program(clone.resolve("jdk/bin/javac"), "");
        program(clone.resolve("jdk/bin/java"), "for last; do :; done; echo \"runs $last\"");
    }

    private void program(final Path file, final String text) throws IOException {
        write(file, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void write(final Path file, final String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** Runs a command, and returns its output. */
    private String run(final List<String> wrapper, final String... command) throws IOException {
        final List<String> line = new ArrayList<>(wrapper);
        line.addAll(List.of(command));
        final Path output = folder.resolve("output");
        final ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().retainAll(Set.of("LANG"));
        builder.environment().put("PATH", programs + ":/usr/sbin:/usr/bin:/sbin:/bin");
        builder.environment().put("GIT_CEILING_DIRECTORIES", folder.toString());
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        try {
            final int status = builder.start().waitFor();
            final String text = Files.readString(output);
            assertEquals(0, status, text);
            return text;
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
