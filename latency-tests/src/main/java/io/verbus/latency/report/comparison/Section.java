package io.verbus.latency.report.comparison;

import io.verbus.latency.report.Report;
import io.verbus.latency.report.html.Page;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * A section of the page.
 *
 * @param title its heading
 * @param content below the heading
 */
record Section(String title, Part content) {
    /** A part of the content of a section. */
    @FunctionalInterface
    interface Part {
        /** Writes the part. */
        void write(Page page);

        /** Parts in order. */
        static Part of(final Part... parts) {
            return each(List.of(parts), part -> part);
        }

        /** A part for each item, in order. */
        static <T> Part each(final Collection<T> items, final Function<T, Part> part) {
            return page -> items.forEach(item -> part.apply(item).write(page));
        }

        /** A table; its title is not shown. */
        static Part table(final String style, final Report.Table table) {
            return page -> page.table(style, table.columns(), table.rows());
        }

        /** A part that is folded below a title. */
        static Part folded(final String title, final Part part) {
            return page -> {
                page.fold(title);
                part.write(page);
                page.end();
            };
        }

        static Part heading(final String title) {
            return page -> page.heading(title);
        }

        static Part caption(final String text) {
            return page -> page.caption(text);
        }
    }

    /** A section of some items; there is none if there are no items. */
    static <T> Optional<Section> of(final String title, final List<T> items, final Function<List<T>, Part> content) {
        return items.isEmpty() ? Optional.empty() : Optional.of(new Section(title, content.apply(items)));
    }

    /** Its id on a page with several runs, counted from 0. */
    String id(final int run) {
        return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-") + (run == 0 ? "" : "-" + (run + 1));
    }

    void write(final Page page, final int run) {
        page.section(title, "id", id(run));
        content.write(page);
        page.end();
    }
}
