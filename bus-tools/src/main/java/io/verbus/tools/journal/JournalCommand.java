package io.verbus.tools.journal;

import io.verbus.tools.export.ExportCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bus journal}: parent of the commands that read journals. */
@Command(name = "journal", mixinStandardHelpOptions = true, description = "Verifies, prints or exports a journal.",
        subcommands = {CheckCommand.class, CatCommand.class, ExportCommand.class})
public final class JournalCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    /** Creates a command; picocli sets its options. */
    public JournalCommand() {
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command: use check, cat or export");
    }
}
