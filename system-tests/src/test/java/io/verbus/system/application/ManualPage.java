package io.verbus.system.application;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A page of the documentation. */
final class ManualPage {
    /** A sentence that begins with the name of a file, and then a block with its content. */
    private static final Pattern FILE = Pattern.compile("(?ms)^`([\\w./-]+\\.\\w+)`[^`]*?:\n\n```\\w+\n(.*?)^```");

    private final String text;

    private ManualPage(final String text) {
        this.text = text;
    }

    static ManualPage read(final Path path) throws IOException {
        return new ManualPage(Files.readString(path));
    }

    /** The code blocks in a language. */
    List<String> blocks(final String language, final int count) {
        final List<String> blocks = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(text).results()
                .map(block -> block.group(1)).toList();
        assertEquals(count, blocks.size(), language);
        return blocks;
    }

    /** The indented command that begins with a text. */
    String command(final String begin) {
        return command(begin, "");
    }

    /** The indented command that begins and ends with a text. */
    String command(final String begin, final String end) {
        final List<String> commands = text.lines().filter(line -> line.startsWith("    " + begin))
                .filter(line -> line.endsWith(end)).toList();
        assertEquals(1, commands.size(), () -> begin + "..." + end);
        return commands.getFirst().strip();
    }

    /** The contents of the files that the page shows, by their paths. */
    Map<String, String> files() {
        final Map<String, String> files = new LinkedHashMap<>();
        FILE.matcher(text).results().forEach(file -> files.put(file.group(1), file.group(2)));
        return files;
    }
}
