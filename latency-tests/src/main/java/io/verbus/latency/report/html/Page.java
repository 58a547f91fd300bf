package io.verbus.latency.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A self-contained page: without scripts, and without external fonts and images. */
public final class Page {
    private final Markup out = new Markup();

    /**
     * Starts a page. Its parts follow in the order of the calls.
     *
     * @param title of the page
     * @param subtitle one or two lines
     * @param plots style rules of its plots, never from user input
     */
    public Page(final String title, final String subtitle, final String plots) {
        out.raw("<!DOCTYPE html>").line().open("html", "lang", "en").line();
        out.open("head").empty("meta", "charset", "utf-8").line();
        out.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1").line();
        out.element("title", title).line();
        out.open("style").raw(plots).raw(styleSheet()).close().close().line();
        out.open("body").line().open("header").element("h1", title);
        out.element("p", subtitle).close().line().open("main").line();
    }

    /** {@return the markup of the page, for other elements} */
    public Markup markup() {
        return out;
    }

    /**
     * Opens a section, which {@link #end()} closes.
     *
     * @param title above it
     * @param attributes of the section, names and values in turn
     */
    public void section(final String title, final String... attributes) {
        out.open("section", attributes).element("h2", title).line();
    }

    /**
     * Opens a folded part, which {@link #end()} closes.
     *
     * @param title that unfolds it on click
     */
    public void fold(final String title) {
        out.open("details").element("summary", title).line();
    }

    /** Closes the section, or the part. */
    public void end() {
        out.close().line();
    }

    /**
     * Writes a heading inside a section.
     *
     * @param title to write
     */
    public void heading(final String title) {
        out.element("h3", title).line();
    }

    /**
     * Writes a paragraph.
     *
     * @param text of the paragraph
     */
    public void prose(final String text) {
        out.element("p", text, "class", "prose").line();
    }

    /**
     * Writes the paragraph that matters most.
     *
     * @param text of the paragraph
     */
    public void verdict(final String text) {
        out.element("p", text, "class", "verdict").line();
    }

    /**
     * Writes the caption of a plot or table, above it.
     *
     * @param text of the caption
     */
    public void caption(final String text) {
        out.element("p", text, "class", "caption").line();
    }

    /**
     * Writes large figures.
     *
     * @param figures names and values, in order
     */
    public void highlights(final Map<String, String> figures) {
        out.open("dl", "class", "highlights").line();
        figures.forEach((label, value) -> out.open("div").element("dt", label).element("dd", value).close().line());
        out.close().line();
    }

    /**
     * Writes a list of facts.
     *
     * @param facts names and values, in order
     */
    public void facts(final Map<String, String> facts) {
        out.open("dl", "class", "facts").line();
        facts.forEach((name, fact) -> out.element("dt", name).element("dd", fact).line());
        out.close().line();
    }

    /**
     * Writes a table, which scrolls in its own box if it is too wide. Further lines in a cell are remarks in small
     * type.
     *
     * @param style further classes of the box, or empty
     * @param columns heads of the columns
     * @param rows cells, a name first
     */
    public void table(final String style, final List<String> columns, final List<List<String>> rows) {
        out.open("div", "class", ("scroll " + style).strip(), "tabindex", "0").open("table").open("thead").open("tr");
        columns.forEach(column -> out.element("th", column, "scope", "col"));
        out.close().close().line().open("tbody").line();
        for (final List<String> row : rows) {
            out.open("tr").element("th", row.getFirst(), "scope", "row");
            row.stream().skip(1).forEach(this::cell);
            out.close().line();
        }
        out.close().close().close().line();
    }

    /**
     * Writes a folded text.
     *
     * @param title that unfolds it on click
     * @param text shown line by line
     */
    public void folded(final String title, final String text) {
        out.open("details").element("summary", title).element("pre", text).close().line();
    }

    /**
     * Ends the page.
     *
     * @return HTML that is also well-formed XML, to be stored as UTF-8
     */
    public String text() {
        return out.close().close().close().line().toString();
    }

    private void cell(final String text) {
        final String[] lines = text.split("\n");
        out.open("td").text(lines[0]);
        Arrays.stream(lines).skip(1).forEach(line -> out.element("small", line));
        out.close();
    }

    private static String styleSheet() {
        try (InputStream in = Page.class.getResourceAsStream("page.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
