package io.verbus.tools.application;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A page of the documentation. */
final class ManualPage {
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
}
