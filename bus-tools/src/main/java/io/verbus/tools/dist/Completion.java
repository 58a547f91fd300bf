package io.verbus.tools.dist;

import io.verbus.tools.dist.CompletionCommand.Shell;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The completion of the command line for a shell, with the commands of the launcher script. */
final class Completion {
    /** A command of the launcher in the footer of the help. */
    private static final Pattern OF_LAUNCHER = Pattern.compile("  (\\w+) +(\\S.*)");

    private final StringBuilder text = new StringBuilder();
    private final String name;

    private Completion(final String name) {
        this.name = name;
    }

    static String of(final CommandLine line, final Shell shell) {
        final Map<String, String> ofLauncher = new TreeMap<>();
        for (final String row : line.getCommandSpec().usageMessage().footer()) {
            final Matcher command = OF_LAUNCHER.matcher(row);
            if (command.matches()) {
                ofLauncher.put(command.group(1), command.group(2));
            }
        }
        final String root = line.getCommandName();
        if (shell == Shell.FISH) {
            final Completion fish = new Completion(root);
            fish.text.append("complete -c ").append(root).append(" -f\n");
            ofLauncher.forEach((command, description) -> fish.command("", command, description));
            fish.add(line, "");
            return fish.text.toString();
        }
        ofLauncher.forEach((command, description) -> line.addSubcommand(command, CommandSpec.create()));
        return AutoComplete.bash(root, line);
    }

    /** Subcommands and options after the words of a path, such as {@code journal check}. */
    private void add(final CommandLine line, final String path) {
        final CommandSpec spec = line.getCommandSpec();
        spec.options().stream().filter(option -> !option.hidden()).forEach(option -> {
            begin(path);
            for (final String one : option.names()) {
                text.append(one.startsWith("--") ? " -l " + one.substring(2) : " -s " + one.substring(1));
            }
            text.append(option.arity().max() == 0 ? "" : " -r -F");
            end(String.join(" ", option.description()));
        });
        line.getSubcommands().forEach((command, subline) -> {
            command(path, command, String.join(" ", subline.getCommandSpec().usageMessage().description()));
            add(subline, (path + ' ' + command).strip());
        });
    }

    private void command(final String path, final String command, final String description) {
        begin(path);
        text.append(" -a ").append(command);
        end(description);
    }

    private void begin(final String path) {
        final StringBuilder condition = new StringBuilder(path.isEmpty() ? "__fish_use_subcommand" : "");
        for (final String word : path.isEmpty() ? new String[0] : path.split(" ")) {
            condition.append(condition.isEmpty() ? "" : "; and ").append("__fish_seen_subcommand_from ").append(word);
        }
        text.append("complete -c ").append(name).append(" -n '").append(condition).append('\'');
    }

    /** Picocli formats descriptions: a percent sign is doubled in them, or begins a variable. */
    private void end(final String description) {
        final String plain = description.replace("%n", " ").replace("%%", "%");
        final int stop = plain.indexOf(". ");
        text.append(" -d '").append((stop < 0 ? plain : plain.substring(0, stop + 1)).replace("\\", "\\\\")
                .replace("'", "\\'")).append("'\n");
    }
}
