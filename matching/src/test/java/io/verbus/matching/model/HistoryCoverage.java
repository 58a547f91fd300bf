package io.verbus.matching.model;

import io.verbus.matching.CancelReason;
import io.verbus.matching.RefusalCode;
import io.verbus.matching.model.ModelInput.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts what the histories contain. */
final class HistoryCoverage {
    private static final List<String> DURATIONS = List.of("day", "gtc", "ioc", "fok");

    private final Map<String, Long> counts = new TreeMap<>();
    private String about = "";
    private String mode = "";
    private long inputs;
    private long latestNs;

    void count(final String what) {
        counts.merge(what, 1L, Long::sum);
    }

    /** An input, before the model takes it. */
    void input(final ModelInput in, final ModelEngine model) {
        count((in.kind().isSetting() ? "setting " : "input ") + in.kind());
        if (!in.kind().isSetting()) {
            inputs++;
            count(in.timeNs() < latestNs ? "earlier time" : "later time");
            latestNs = Math.max(latestNs, in.timeNs());
        }
        about = "";
        if (in.kind() == Kind.NEW && in.terms() >= 0 && in.terms() < 32) {
            about = "accepted " + DURATIONS.get(in.terms() >> 1 & 3) + ((in.terms() & 8) != 0 ? " market" : "")
                    + ((in.terms() & 16) != 0 ? " post-only" : "") + ((in.terms() & 1) == 0 ? " buy" : " sell");
        }
        if (in.kind() == Kind.HALT && model.isTrading(in)) {
            count("halt with resting orders");
        }
        mode = "self-trade " + model.mode(in);
    }

    /** Adds what other histories contain. */
    void add(final HistoryCoverage other) {
        other.counts.forEach((what, count) -> counts.merge(what, count, Long::sum));
        inputs += other.inputs;
    }

    /** A new history begins. */
    void begin() {
        latestNs = 0;
    }

    /** Inputs so far, without settings. */
    long inputs() {
        return inputs;
    }

    /** The capacity that the input exceeded, or null. */
    void lack(final String lack) {
        if (lack != null) {
            count("lack of " + lack);
        }
    }

    /** The outputs of the input. */
    void outputs(final StringBuilder text) {
        if (text.indexOf("accepted ") == 0) {
            count(about);
        }
        if (text.indexOf("SELF_TRADE") >= 0 || mode.endsWith("allow") && tradesWithItself(text)) {
            count(mode);
        }
        for (final String line : text.toString().split("\n")) {
            final String[] words = line.split(" ");
            switch (words[0]) {
                case "rejected", "cancelled" -> count(words[0] + " " + words[words.length - 1]);
                case "refused" -> count("refused " + words[1] + " " + words[words.length - 1]);
                case "replaced" -> count("replaced, place " + words[words.length - 1]);
                case "book" -> count("book " + words[1]);
                case "executed", "reduced" -> count(words[0]);
                default -> {
                }
            }
        }
    }

    /** Whether both sides of a trade are of one seat. */
    private static boolean tradesWithItself(final StringBuilder text) {
        String maker = "";
        for (final String line : text.toString().split("\n")) {
            final String[] words = line.split(" ");
            if (words[0].equals("executed") && words[1].equals(maker)) {
                return true;
            }
            maker = line.contains(" maker ") ? words[1] : "";
        }
        return false;
    }

    /** What never happened, of all that has to. */
    List<String> missing() {
        final List<String> wanted = new ArrayList<>(List.of("copy", "executed", "reduced", "replaced, place kept",
                "replaced, place lost", "halt with resting orders", "self-trade incoming", "self-trade resting",
                "self-trade both", "self-trade allow", "book added", "book executed", "book reduced", "book deleted",
                "book replaced", "earlier time", "later time", "lack of orders", "lack of accounts", "lack of ids",
                "lack of ids, place kept", "lack of ids, place lost"));
        for (final Kind kind : Kind.values()) {
            wanted.add((kind.isSetting() ? "setting " : "input ") + kind);
        }
        for (final String side : List.of(" buy", " sell")) {
            for (final String terms : List.of("day", "gtc", "ioc", "fok", "ioc market", "fok market", "day post-only",
                    "gtc post-only")) {
                wanted.add("accepted " + terms + side);
            }
        }
        for (final CancelReason reason : CancelReason.values()) {
            wanted.add("cancelled " + reason);
        }
        for (final RefusalCode refusal : RefusalCode.values()) {
            switch (refusal) {
                case UNKNOWN_ORDER -> wanted.addAll(List.of("refused CANCEL UNKNOWN_ORDER",
                        "refused REDUCE UNKNOWN_ORDER", "refused REPLACE UNKNOWN_ORDER"));
                case NOT_A_REDUCTION -> wanted.addAll(List.of("refused REDUCE NOT_A_REDUCTION", "refused REDUCE LOT",
                        "refused REDUCE INVALID_QUANTITY", "refused CANCEL_ALL UNKNOWN_INSTRUMENT",
                        "refused HALT UNKNOWN_INSTRUMENT", "refused RESUME UNKNOWN_INSTRUMENT"));
                default -> wanted.add("rejected " + refusal);
            }
        }
        for (final String kind : List.of("CANCEL", "REDUCE", "CANCEL_ALL", "DISCONNECT", "KILL", "REVIVE")) {
            wanted.add("refused " + kind + " UNKNOWN_SEAT");
        }
        for (final String refusal : List.of("KILLED", "RATE", "HALTED", "DUPLICATE_ID", "INVALID_QUANTITY", "LOT",
                "INVALID_PRICE", "TICK", "MAX_QUANTITY", "COLLAR", "MAX_NOTIONAL", "OPEN_NOTIONAL", "POSITION",
                "WOULD_TRADE", "UNKNOWN_SEAT", "CAPACITY")) {
            wanted.add("refused REPLACE " + refusal);
        }
        wanted.removeAll(counts.keySet());
        return wanted;
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
