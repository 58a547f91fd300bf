package io.verbus.tools.stat;

import io.verbus.tools.Texts;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The content of the live screen of {@code ./bus stat}, and the keys that change it. It draws nothing. Used by one
 * thread.
 */
final class StatScreen implements Predicate<String> {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);
    private static final String KEYS = "q quit  s sort  / filter  up, down select  Enter explain  h help";
    private static final List<String> HELP = List.of(
            "q, Ctrl-C   quit",
            "s           next order: " + String.join(", ", SortKey.WORDS),
            "/           filter streams: type a pattern such as md.*, then Enter or Esc",
            "up, down    select a row",
            "Enter       explain the selected row: its state, since when, and its cause",
            "Esc         select nothing",
            "h           show this, or the tables again",
            "",
            "blocked     the claims of the publication are refused: a reader is too slow",
            "blocks      that reader: the log is full of messages that it has not read",
            "stalled     it does not run, or consumes none of its unread messages",
            "lapped      the publisher has overwritten messages that it has not read",
            "waiting     it has no session to read, or no connection to it",
            "closed      its program has closed it; readers still read it",
            "gone        its process has ended without closing it",
            "",
            "./bus stat --help explains the columns.");

    private static final int INDENT = 2;

    private final Path root;
    private final String interval;
    private final TableForm form;
    private final Map<Object, Since> since = new HashMap<>();
    private StatView view;
    private SortKey order;
    private Predicate<String> isSelected;
    private String filter;
    /** The filter is typed in here; null while none is typed. */
    private StringBuilder typed;
    /** The key of the selected row; null for none. */
    private Object selected;
    private boolean explains;
    private boolean helps;
    private boolean ended;

    /**
     * A screen.
     *
     * @param root directory of the bus
     * @param interval between two reads, in seconds
     * @param form of the tables
     * @param order of the rows, to begin with
     * @param isSelected selects the streams, until a filter is typed
     * @param filter text of the selection; empty for all
     */
    StatScreen(final Path root, final String interval, final TableForm form, final SortKey order,
            final Predicate<String> isSelected, final String filter) {
        this.root = root;
        this.interval = interval;
        this.form = form;
        this.order = order;
        this.isSelected = isSelected;
        this.filter = filter;
    }

    /** Whether a stream is shown. */
    @Override
    public boolean test(final String stream) {
        return isSelected.test(stream);
    }

    /** Whether it was left by a key. */
    boolean isEnded() {
        return ended;
    }

    /** Shows the next read. */
    void read(final StatView next) {
        final boolean isFirst = view == null;
        view = next;
        final Map<Object, Since> before = new HashMap<>(since);
        since.clear();
        for (final StatRow row : rows()) {
            final Object state = row instanceof PublicationStat one
                    ? view.state(one)
                    : view.states((SubscriptionStat) row);
            final Since last = before.get(row.key());
            since.put(row.key(), last != null && last.state().equals(state)
                    ? last
                    : new Since(state, next.now().atNs(), isFirst));
        }
    }

    /**
     * Acts on a key.
     *
     * @param key a character, or the name of a key as {@link KeyTerminal} gives it
     * @return whether the host has to be read again: other streams are selected
     */
    boolean press(final String key) {
        if (typed != null) {
            return type(key);
        }
        switch (key) {
            case "q", KeyTerminal.END -> ended = true;
            case "s" -> order = SortKey.values()[(order.ordinal() + 1) % SortKey.values().length];
            case "/" -> typed = new StringBuilder();
            case "h", "?" -> helps = !helps;
            case KeyTerminal.UP -> select(-1);
            case KeyTerminal.DOWN -> select(1);
            case KeyTerminal.ENTER -> explains = !explains;
            case KeyTerminal.ESCAPE -> selected = null;
            default -> {
                // another key does nothing
            }
        }
        return false;
    }

    private boolean type(final String key) {
        switch (key) {
            case KeyTerminal.ENTER -> {
                filter = typed.toString();
                isSelected = filter.isEmpty() ? any -> true : new StreamFilter(filter);
                typed = null;
                return true;
            }
            case KeyTerminal.ESCAPE -> typed = null;
            case KeyTerminal.END -> ended = true;
            case KeyTerminal.BACKSPACE -> typed.setLength(Math.max(0, typed.length() - 1));
            default -> typed.append(key.length() == 1 ? key : "");
        }
        return false;
    }

    private void select(final int step) {
        final List<StatRow> rows = rows();
        if (rows.isEmpty()) {
            return;
        }
        final int now = IntStream.range(0, rows.size()).filter(i -> rows.get(i).key().equals(selected)).findFirst()
                .orElse(step > 0 ? -1 : rows.size());
        selected = rows.get(Math.clamp(now + step, 0, rows.size() - 1)).key();
    }

    private List<StatRow> rows() {
        return Stream.<StatRow>concat(order.publications(view).stream(), order.subscriptions(view).stream()).toList();
    }

    /**
     * The lines of the screen, at most as many as the terminal has.
     *
     * @param size of the terminal
     * @param time of the clock
     */
    List<Line> lines(final TerminalSize size, final Instant time) {
        final List<Line> lines = new ArrayList<>();
        lines.add(new Line(CLOCK.format(time) + " UTC  " + root + "  every " + interval + " s  by " + order.word()
                + (filter.isEmpty() ? "" : "  streams " + filter), false));
        lines.add(new Line("", false));
        final List<Line> below = explanation(size.columns());
        final List<Line> body = body(size.columns(), time);
        final int room = Math.max(0, size.lines() - lines.size() - below.size() - 1);
        final int first = first(body, room);
        final int end = Math.min(body.size(), first + room);
        lines.addAll(body.subList(first, end));
        lines.addAll(Collections.nCopies(room - (end - first), new Line("", false)));
        lines.addAll(below);
        lines.add(new Line(typed != null
                ? "streams: " + typed + "_  Enter apply  Esc cancel"
                : KEYS + (end - first < body.size()
                        ? "  lines " + (first + 1) + "-" + end + " of " + body.size()
                        : ""),
                false));
        return lines.subList(Math.max(0, lines.size() - size.lines()), lines.size());
    }

    /** The selected line is in the middle, as far as the ends allow. */
    private static int first(final List<Line> body, final int room) {
        final int line = IntStream.range(0, body.size()).filter(i -> body.get(i).isSelected()).findFirst().orElse(0);
        return Math.clamp(line - room / 2, 0, Math.max(0, body.size() - room));
    }

    private List<Line> body(final int columns, final Instant time) {
        if (helps) {
            return HELP.stream().map(text -> new Line(text, false)).toList();
        }
        if (view.now().isEmpty()) {
            return List.of(new Line("no publications or subscriptions"
                    + (filter.isEmpty() ? "" : " on streams " + filter) + " in " + root, false));
        }
        final StatLines tables = form.lines(view, order, columns, time);
        view.now().unreadable().forEach(sentence -> tables.append("bus: " + sentence));
        return tables.all().stream().flatMap(line -> line.row() != null || !form.isWrapped()
                ? Stream.of(new Line(line.text(), line.row() != null && line.row().key().equals(selected)))
                : Texts.wrapped(line.text(), INDENT, columns).stream().map(text -> new Line(text, false))).toList();
    }

    private List<Line> explanation(final int columns) {
        if (!explains || helps) {
            return List.of();
        }
        final List<Line> lines = new ArrayList<>(List.of(new Line("", false)));
        rows().stream().filter(row -> row.key().equals(selected)).findFirst()
                .map(row -> new StatExplanation(view).of(row, since.get(row.key()).lasting(view.now().atNs())))
                .orElse(List.of(selected == null ? "Select a row with up and down." : "The selected row has ended."))
                .forEach(sentence -> Texts.wrapped(sentence, INDENT, columns)
                        .forEach(text -> lines.add(new Line(text, false))));
        return lines;
    }

    /**
     * A line of the screen.
     *
     * @param text without its end
     * @param isSelected whether it shows the selected row
     */
    record Line(String text, boolean isSelected) {}

    /**
     * The states of a row.
     *
     * @param state one or more
     * @param ns time of the read that found them first
     * @param isFirstRead whether they may be older than that
     */
    private record Since(Object state, long ns, boolean isFirstRead) {
        Since {
            Objects.requireNonNull(state);
        }

        String lasting(final long nowNs) {
            return "for " + (isFirstRead ? "at least " : "") + ShortNumbers.duration(nowNs - ns);
        }
    }
}
