package io.verbus.latency.report.plot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Colours and strokes of plots, in files and in pages; a page has further rules. */
public final class StyleSheet {
    private StyleSheet() {
    }

    /** {@return the rules; colours for light and dark} */
    public static String plots() {
        try (InputStream in = StyleSheet.class.getResourceAsStream("plot.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
