package io.verbus.tools.init;

import io.verbus.Build;
import io.verbus.BusException;
import io.verbus.internal.os.OsErrors;
import io.verbus.tools.options.Usage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bus init}: writes an application that builds and runs. */
@Command(name = "init", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Writes an application of your own: a publisher, a subscriber, their messages, a test, and a"
                + " README with the commands to build and run them.",
        footer = {"", "Exit status: 0 all files are written, 1 the directory is not empty or a file cannot be written,"
                + " 2 wrong usage."})
public final class InitCommand implements Runnable {
    private static final Pattern PACKAGE = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*");

    @Parameters(paramLabel = "DIR", description = "A directory that is new or empty.")
    private Path folder;

    @Option(names = "--package", paramLabel = "NAME",
            description = "Java package; its last part is the name of the artifact (${DEFAULT-VALUE}).")
    private String javaPackage = "example";

    @Option(names = "--gradle", description = "Write files for Gradle in place of those for Maven.")
    private boolean isGradle;

    @Spec
    private CommandSpec spec;

    /** Creates the command; picocli sets the options. */
    public InitCommand() {
    }

    @Override
    public void run() {
        Usage.require(spec, PACKAGE.matcher(javaPackage).matches() && SourceVersion.isName(javaPackage)
                && !javaPackage.matches("java(\\..*)?"), "--package", javaPackage,
                "give lower-case names with dots between them, such as com.example.prices, without words of Java");
        try {
            requireEmpty();
            (isGradle ? ProjectTemplate.GRADLE : ProjectTemplate.MAVEN).write(folder, javaPackage);
        } catch (final FileAlreadyExistsException e) {
            throw new BusException(e.getFile() + " is a file: name a directory that is new or empty", e);
        } catch (final NoSuchFileException e) {
            throw new BusException(e.getFile() + " cannot be created: name a directory on another file system", e);
        } catch (final IOException e) {
            throw new BusException("cannot write the application to " + folder + ": " + OsErrors.of(e), e);
        }
        final PrintWriter out = spec.commandLine().getOut();
        out.println("Written to " + folder + ": README.md there has the commands to build, test and run it.");
        out.println("Before the first build, ./bus install in a clone puts Verbus " + Build.version()
                + " into the local Maven repository;");
        out.println("or name the folder maven of a release as a repository in the build file.");
        out.flush();
    }

    private void requireEmpty() throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            if (files.findAny().isPresent()) {
                throw new BusException(folder + " is not empty: name a directory that is new or empty");
            }
        }
    }
}
