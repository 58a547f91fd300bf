package io.verbus.tools.dist;

import io.verbus.BusException;
import io.verbus.config.Configuration;
import io.verbus.tools.Main;
import io.verbus.tools.dist.CompletionCommand.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;

/**
 * Writes the manual pages of all commands and of the configuration file, a sample of that file, and the completion for
 * each shell, from the help of the command line and the table of keys.
 */
public final class Manual {
    private Manual() {
    }

    /**
     * Writes the files.
     *
     * @param args the folder of an archive, with the folders conf, completion, man/man1 and man/man5
     * @throws BusException if a file cannot be written
     */
    public static void main(final String[] args) {
        final Path root = Path.of(args[0]);
        final String name = Main.commandLineOfArchive().getCommandName();
        for (final Shell shell : Shell.values()) {
            write(root.resolve("completion/" + name + "." + shell.name().toLowerCase(Locale.ROOT)),
                    Completion.of(Main.commandLineOfArchive(), shell));
        }
        writePages(Main.commandLineOfArchive(), name, root.resolve("man/man1"));
        final String sample = String.join("\n", Configuration.sample()) + "\n";
        write(root.resolve("conf/verbus.yaml"), sample);
        write(root.resolve("man/man5/verbus.yaml.5"), ManPage.ofFile("verbus.yaml", sample));
    }

    private static void writePages(final CommandLine line, final String name, final Path folder) {
        write(folder.resolve(name + ManPage.SUFFIX), ManPage.of(line, name));
        line.getSubcommands().forEach((subcommand, subline) -> {
            if (!subcommand.equals(ManPage.WITHOUT_PAGE)) {
                writePages(subline, name + "-" + subcommand, folder);
            }
        });
    }

    private static void write(final Path file, final String text) {
        try {
            Files.writeString(file, text);
        } catch (final IOException e) {
            throw new BusException("cannot write " + file + ": " + e, e);
        }
    }
}
