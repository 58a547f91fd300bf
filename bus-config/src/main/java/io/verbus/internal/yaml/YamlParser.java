package io.verbus.internal.yaml;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Parses YAML as far as a configuration needs it: one document of maps, lists and scalars. All scalars are text. */
public final class YamlParser {
    private YamlParser() {
    }

    /**
     * Parses a text. No value has a type, no name is resolved, and no file is read. Any thread.
     *
     * @param text of the file
     * @return the root; a scalar that is absent if the text has only comments
     * @throws ConfigurationSyntaxException if the text is malformed, or has more than maps, lists and scalars
     */
    public static ConfigurationNode parse(final String text) {
        final LoadSettings settings = LoadSettings.builder().setUseMarks(true).setCodePointLimit(Integer.MAX_VALUE)
                .build();
        try {
            return new EventTree(new ParserImpl(settings, new StreamReader(settings, text))).root();
        } catch (final MarkedYamlEngineException e) {
            throw SyntaxProblem.of(e);
        } catch (final ReaderException e) {
            throw new ConfigurationSyntaxException(lineOf(text, e.getPosition()), "it has the control character U+"
                    + String.format("%04X", e.getCodePoint()) + ": remove it", e);
        } catch (final YamlEngineException e) {
            throw new ConfigurationSyntaxException(1, "malformed YAML (" + e.getMessage() + ")", e);
        }
    }

    private static int lineOf(final String text, final int codePoints) {
        return 1 + (int) text.codePoints().limit(codePoints).filter(c -> c == '\n').count();
    }
}
