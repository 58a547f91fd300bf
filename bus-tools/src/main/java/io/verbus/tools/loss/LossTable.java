package io.verbus.tools.loss;

import static io.verbus.tools.Texts.hex;
import static io.verbus.tools.Texts.number;
import static io.verbus.tools.Texts.printable;
import static io.verbus.tools.Texts.time;

import io.verbus.latency.report.TextTable;
import io.verbus.monitor.Loss;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Losses as a table: one line per loss, with the cause on the next line, because causes are long. */
final class LossTable {
    private static final List<String> HEADINGS = List.of("TIME (UTC)", "STREAM", "SESSION", "SUBSCRIPTION (PID)",
            "FIRST..LAST", "MESSAGES");
    private static final int NUMBERS_FROM = 4;
    private static final String GAP = "  ";

    private LossTable() {
    }

    static String of(final List<Loss> losses) {
        final List<List<String>> rows = new ArrayList<>(List.of(HEADINGS));
        losses.forEach(loss -> rows.add(cells(loss)));
        final int indent = rows.stream().mapToInt(row -> row.getFirst().length()).max().orElseThrow();
        final List<String> lines = TextTable.lines(NUMBERS_FROM, rows);
        final StringBuilder text = new StringBuilder(lines.getFirst()).append('\n');
        for (int i = 0; i < losses.size(); i++) {
            text.append(lines.get(i + 1)).append('\n').append(" ".repeat(indent)).append(GAP)
                    .append(cause(losses.get(i))).append('\n');
        }
        return text.toString();
    }

    private static String cause(final Loss loss) {
        return (loss.gaps() == 1 ? "" : number(loss.gaps()) + " gaps, the newest: ")
                + printable(loss.description());
    }

    private static List<String> cells(final Loss loss) {
        return List.of(time(Instant.EPOCH.plusNanos(loss.epochNs())), printable(loss.publisher().stream()),
                hex(loss.publisher().session()),
                printable(loss.subscriber().name()) + " (" + loss.subscriber().pid() + ")",
                loss.first() + ".." + loss.last(), number(loss.count()));
    }
}
