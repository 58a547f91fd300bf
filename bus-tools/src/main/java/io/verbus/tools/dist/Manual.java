package io.verbus.tools.dist;

import io.verbus.BusException;
import io.verbus.tools.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Writes the manual pages of all commands, and the completion for bash, from the help of the command line. */
public final class Manual {
    private Manual() {
    }

    /**
     * Writes the files.
     *
     * @param args the file of the completion, and the folder of the manual pages; both exist or can be created
     * @throws BusException if a file cannot be written
     */
    public static void main(final String[] args) {
        final CommandLine line = Main.commandLineOfArchive();
        write(Path.of(args[0]), AutoComplete.bash(line.getCommandName(), line));
        writePages(line, line.getCommandName(), Path.of(args[1]));
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
