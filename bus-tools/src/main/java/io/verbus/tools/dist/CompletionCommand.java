package io.verbus.tools.dist;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bus completion}: prints the script that lets a shell complete the command line. */
@Command(name = "completion", mixinStandardHelpOptions = true, description = "Prints the completion for a shell: bash,"
        + " zsh or fish.",
        footer = {"", "In bash or zsh: source <(./bus completion bash). In fish: ./bus completion fish | source."})
public final class CompletionCommand implements Runnable {
    /** The shells. */
    public enum Shell {
        /** GNU bash. */
        BASH,
        /** Z shell, which runs the script of bash. */
        ZSH,
        /** Friendly interactive shell. */
        FISH
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell;

    /** Creates a command. */
    public CompletionCommand() {
    }

    @Override
    public void run() {
        spec.commandLine().getOut().print(Completion.of(spec.root().commandLine(), shell));
        spec.commandLine().getOut().flush();
    }
}
