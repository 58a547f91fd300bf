package io.verbus.internal.yaml;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** Describes a syntax error with a remedy, at the line that has to be changed. */
final class SyntaxProblem {
    private SyntaxProblem() {
    }

    static ConfigurationSyntaxException of(final MarkedYamlEngineException e) {
        final String problem = String.valueOf(e.getProblem());
        final String context = String.valueOf(e.getContext());
        final int line = line(e.getProblemMark().or(e::getContextMark));
        final int start = line(e.getContextMark().or(e::getProblemMark));
        if (problem.contains("TAB")) {
            return new ConfigurationSyntaxException(line, "a tab in the indentation: indent by spaces", e);
        }
        if (context.contains("quoted scalar") && problem.contains("end of stream")) {
            return new ConfigurationSyntaxException(start, "a quote is not closed: add one at the end of the value", e);
        }
        if (context.contains("flow sequence")) {
            return new ConfigurationSyntaxException(start, "a list is not closed: separate its items by commas, and"
                    + " add ]", e);
        }
        if (context.contains("flow mapping")) {
            return new ConfigurationSyntaxException(start, "a map is not closed: separate its keys by commas, and add"
                    + " }", e);
        }
        if (problem.contains("mapping values are not allowed")) {
            return new ConfigurationSyntaxException(line, "a colon is not allowed here: correct the indentation, or"
                    + " quote a value that contains a colon and a space", e);
        }
        if (problem.contains("expected <block end>") || problem.contains("could not find expected ':'")) {
            return new ConfigurationSyntaxException(line, "the line does not belong to a map or list above it: correct"
                    + " its indentation, and check for a missing colon", e);
        }
        return new ConfigurationSyntaxException(line, "malformed YAML (" + problem + "): check colons, quotes, brackets"
                + " and the indentation here and in the line before", e);
    }

    /** The line of a mark, from 1. */
    static int line(final Optional<Mark> mark) {
        return mark.map(Mark::getLine).orElse(0) + 1;
    }
}
