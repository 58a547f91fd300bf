package io.verbus.orders.history;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the events of histories. */
final class HistoryEvents {
    /** Events that every longer test has. */
    private static final List<String> NEEDED = List.of(
            "process", "second process", "kill", "pause", "next gateway", "follower", "terminate",
            "gateway killed within a step",
            "foreign message", "forged message", "repeated message", "damaged message", "missing reports",
            "read a journal", "not taken",
            "sent", "trades", "refused -11", "refused -12", "refused -13", "compared orders", "WAITING to CONNECTING",
            "CONNECTING to PROVING", "PROVING to ESTABLISHED", "PROVING to WAITING", "ESTABLISHED to WAITING",
            "ESTABLISHED to ENDED", "TERMINATING to ENDED");

    private final Map<String, Long> counts = new TreeMap<>();

    void add(final String event) {
        add(event, 1);
    }

    void add(final String event, final int count) {
        counts.merge(event, (long) count, Long::sum);
    }

    List<String> missing() {
        return NEEDED.stream().filter(event -> counts.getOrDefault(event, 0L) == 0).toList();
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
