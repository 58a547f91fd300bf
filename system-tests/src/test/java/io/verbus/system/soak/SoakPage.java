package io.verbus.system.soak;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.plot.Axis;
import io.verbus.latency.report.plot.Figure;
import io.verbus.latency.report.plot.LineStyle;
import io.verbus.latency.report.plot.PlotLine;
import io.verbus.latency.report.plot.StyleSheet;
import io.verbus.latency.report.rounds.Amounts;
import io.verbus.system.soak.Samples.Unit;
import java.util.ArrayList;
import java.util.List;

/** The samples of a soak as plots over time. */
final class SoakPage {
    private static final int HEIGHT = 320;

    private SoakPage() {
    }

    static String of(final Samples samples, final String subtitle, final List<String> problems) {
        final Page page = new Page("Soak", subtitle, StyleSheet.plots());
        page.prose(problems.isEmpty()
                ? "No resource grows, and the rate does not fall, from the first quarter to the last."
                : "Problems: " + String.join("; ", problems) + ".");
        plot(page, samples, "Messages a second", Unit.RATE, "");
        plot(page, samples, "Resident memory", Unit.BYTES, "rss ");
        plot(page, samples, "Bytes in directories", Unit.BYTES, "bytes ");
        plot(page, samples, "Open descriptors", Unit.COUNT, "fds ");
        plot(page, samples, "Files and directories", Unit.COUNT, "files ");
        return page.text();
    }

    private static void plot(final Page page, final Samples samples, final String title, final Unit unit,
            final String prefix) {
        final List<String> columns = samples.columns(unit).stream().filter(column -> column.startsWith(prefix))
                .toList();
        final double most = samples.most(columns);
        final Axis y = unit == Unit.BYTES ? Axis.binary(1 << 20, (long) most, Amounts::bytes) : Axis.linear(most);
        final List<PlotLine> lines = new ArrayList<>();
        for (final String column : columns) {
            lines.add(new PlotLine(column.substring(prefix.length()), LineStyle.of(lines.size()),
                    samples.points(column)));
        }
        page.section(title);
        new Figure(title + " over time", "", "seconds since the start", Axis.linear(samples.seconds()), y, HEIGHT,
                List.of(), lines).draw(page.markup());
        page.end();
    }
}
