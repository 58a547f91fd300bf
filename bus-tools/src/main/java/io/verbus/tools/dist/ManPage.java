package io.verbus.tools.dist;

import io.verbus.Build;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The manual page of a command, in the macros of man(7). Its texts are those of the command's help.
 *
 * <p>A paragraph of the footer that begins with "Exit status:" becomes the section of that name, the others become
 * notes.
 */
final class ManPage {
    /** Of the file of a page, in section 1: commands. */
    static final String SUFFIX = ".1";

    /** The command for help has no page. */
    static final String WITHOUT_PAGE = "help";

    private static final String EXIT_STATUS = "Exit status:";

    private final StringBuilder text = new StringBuilder();

    private ManPage() {
    }

    /**
     * The page of a command.
     *
     * @param line of the command
     * @param name of the page, such as {@code bus-journal-check}
     * @return its text
     */
    static String of(final CommandLine line, final String name) {
        final ManPage page = new ManPage();
        page.write(line, name);
        return page.text.toString();
    }

    /**
     * The page of a file, in section 5.
     *
     * @param name of the file
     * @param sample of it, whose comments explain it
     * @return its text
     */
    static String ofFile(final String name, final String sample) {
        final ManPage page = new ManPage();
        page.title(name, 5);
        page.line(name + " - configuration of the Verbus bus");
        page.macro("SH DESCRIPTION");
        page.paragraph("A file in YAML, named by --config or VERBUS_CONFIG; bus config check FILE examines it.");
        page.macro("SH KEYS");
        page.macro("nf");
        sample.lines().forEach(page::line);
        page.macro("fi");
        return page.text.toString();
    }

    private void title(final String name, final int section) {
        macro("TH \"" + name.toUpperCase(Locale.ROOT) + "\" " + section + " \"\" \""
                + escape("Verbus " + Build.description()) + '"');
        macro("SH NAME");
    }

    private void write(final CommandLine line, final String name) {
        final CommandSpec spec = line.getCommandSpec();
        final List<String> description = paragraphs(spec.usageMessage().description());
        title(name, 1);
        line(name + " - " + firstSentence(description));
        macro("SH SYNOPSIS");
        macro("nf");
        Ansi.OFF.string(line.getHelp().synopsis(0)).lines().forEach(this::line);
        macro("fi");
        macro("SH DESCRIPTION");
        description.forEach(this::paragraph);
        arguments(spec);
        commands(line, name);
        footer(paragraphs(spec.usageMessage().footer()));
    }

    private void arguments(final CommandSpec spec) {
        macro("SH OPTIONS");
        spec.positionalParameters().stream().filter(argument -> !argument.hidden())
                .forEach(argument -> argument(argument.paramLabel(), argument));
        spec.options().stream().filter(option -> !option.hidden())
                .forEach(option -> argument(names(option), option));
    }

    private void argument(final String title, final ArgSpec argument) {
        macro("TP");
        text.append("\\fB").append(escape(title)).append("\\fR\n");
        line(String.join(" ", paragraphs(argument.description())));
    }

    private static String names(final OptionSpec option) {
        final String names = String.join(", ", option.names());
        return option.arity().max() == 0 ? names : names + ' ' + option.paramLabel();
    }

    private void commands(final CommandLine line, final String name) {
        if (line.getSubcommands().isEmpty()) {
            return;
        }
        macro("SH COMMANDS");
        line.getSubcommands().forEach((subcommand, subline) -> {
            if (subcommand.equals(WITHOUT_PAGE)) {
                return;
            }
            macro("TP");
            text.append("\\fB").append(escape(name + '-' + subcommand)).append("\\fR(1)\n");
            line(firstSentence(paragraphs(subline.getCommandSpec().usageMessage().description())));
        });
    }

    private void footer(final List<String> paragraphs) {
        final List<String> notes = new ArrayList<>(paragraphs);
        notes.removeIf(paragraph -> {
            if (!paragraph.startsWith(EXIT_STATUS)) {
                return false;
            }
            macro("SH EXIT STATUS");
            paragraph(paragraph.substring(EXIT_STATUS.length()).strip());
            return true;
        });
        if (!notes.isEmpty()) {
            macro("SH NOTES");
            notes.forEach(this::paragraph);
        }
    }

    private void paragraph(final String paragraph) {
        final boolean isRow = paragraph.startsWith(" "); // of a table: it keeps its spaces
        macro(isRow ? "nf" : "PP");
        line(paragraph);
        if (isRow) {
            macro("fi");
        }
    }

    /** Picocli formats these texts, so a percent sign is doubled in them. Empty lines separate paragraphs. */
    private static List<String> paragraphs(final String... lines) {
        return Arrays.stream(lines).flatMap(one -> one.replace("%n", "\n").replace("%%", "%").lines())
                .filter(one -> !one.isBlank()).collect(Collectors.toList());
    }

    private static String firstSentence(final List<String> paragraphs) {
        return paragraphs.isEmpty() ? "" : paragraphs.getFirst();
    }

    private void macro(final String macro) {
        text.append('.').append(macro).append('\n');
    }

    /** A line of text; one that begins with a dot or an apostrophe would be a macro. */
    private void line(final String line) {
        final String escaped = escape(line);
        text.append(escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" : "").append(escaped).append('\n');
    }

    private static String escape(final String plain) {
        return plain.replace("\\", "\\e").replace("-", "\\-");
    }
}
