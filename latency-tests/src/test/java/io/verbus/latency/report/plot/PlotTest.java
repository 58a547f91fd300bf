package io.verbus.latency.report.plot;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.latency.report.Nanos;
import io.verbus.latency.report.html.Markup;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PlotTest {
    private final Markup out = new Markup();

    @Test
    void firstValueIsBottomLeftAndLastTopRight() {
        final Plot plot = new Plot(400, 300, Axis.linear(10), Axis.log(100, 10_000, Nanos::round), 0);
        final List<double[]> values = List.of(new double[]{0, 100}, new double[]{5, 1_000}, new double[]{10, 10_000});
        plot.draw(out, "test", "seconds", List.of(), List.of(new PlotLine("a", LineStyle.of(0), values)), List.of());
        final String svg = out.toString();
        assertTrue(svg.contains("<polyline class=\"line0\" points=\"58,256 216,139 374,22\"/>"), svg);
    }

    @Test
    void bandIsBelowTheLinesAndItsNameAboveThem() {
        new Plot(400, 300, Axis.linear(10), Axis.log(100, 10_000, Nanos::round), 0).draw(out, "test", "seconds",
                List.of(new Band("warm-up", 0, 5)), List.of(), List.of());
        final String svg = out.toString();
        assertTrue(svg.contains("<rect x=\"58\" y=\"22\" width=\"158\" height=\"234\"/>"
                + "<text x=\"137\" y=\"14\" text-anchor=\"middle\">warm-up</text>"), svg);
        assertTrue(svg.indexOf("<rect") < svg.indexOf("<line"), svg);
    }

    @Test
    void labelsThatWouldTouchAreLeftOut() {
        new Plot(300, 300, Axis.percentiles(1_000_000_000), Axis.log(100, 10_000, Nanos::round), 0)
                .draw(out, "test", "percentile", List.of(), List.of(), List.of());
        final List<double[]> extents = new ArrayList<>();
        final Pattern label = Pattern.compile("<text x=\"([0-9.]+)\" y=\"273\" text-anchor=\"middle\">([^<]+)<");
        for (final MatchResult match : label.matcher(out.toString()).results().toList()) {
            final double middle = Double.parseDouble(match.group(1));
            final double half = match.group(2).length() * 3.5;
            extents.add(new double[]{middle - half, middle + half});
        }
        assertTrue(extents.size() >= 4, () -> extents.size() + " labels");
        for (int i = 1; i < extents.size(); i++) {
            assertTrue(extents.get(i)[0] > extents.get(i - 1)[1], "labels " + (i - 1) + " and " + i);
        }
        assertTrue(extents.getLast()[1] <= 300, "inside the picture");
    }
}
