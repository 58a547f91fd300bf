package io.verbus.tools.orders;

import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.MarketStateDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.SeatPositionDecoder;
import io.verbus.codec.orders.SeatStateDecoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.tools.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;

/** The state of a market, as its gateway sends it to an operator. */
final class MarketStatus {
    /** The state of a seat. */
    private record SeatRow(String name, String state, long nextNumber, long nextReport, long openOrders, boolean killed,
            long notApplied, long skipped) {}

    /** A position that is not 0. */
    private record PositionRow(int seat, String instrument, long position) {}

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final List<SeatRow> seats = new ArrayList<>();
    private final List<PositionRow> positions = new ArrayList<>();
    private final Map<String, Long> refusals = new LinkedHashMap<>();
    private long entries;
    private long recorded;
    private long recorders;
    private long trades;
    private long restingOrders;
    private boolean isKilled;
    private boolean isComplete;

    boolean isComplete() {
        return isComplete;
    }

    /** Adds a part of the state, the last of which is MarketState. */
    void add(final int template, final DirectBuffer buffer, final int offset) {
        switch (template) {
            case SeatStateDecoder.TEMPLATE_ID ->
                add(new SeatStateDecoder().wrapAndApplyHeader(buffer, offset, header));
            case SeatPositionDecoder.TEMPLATE_ID -> {
                final SeatPositionDecoder part = new SeatPositionDecoder().wrapAndApplyHeader(buffer, offset, header);
                positions.add(new PositionRow(part.seat(), part.symbol(), part.position()));
            }
            default -> add(new MarketStateDecoder().wrapAndApplyHeader(buffer, offset, header));
        }
    }

    /** Lines for users. */
    String text(final String market) {
        final StringBuilder text = new StringBuilder(String.format(Locale.ROOT,
                "market %s: %,d entries, %,d trades, %,d resting orders%s%n", market, entries, trades, restingOrders,
                isKilled ? ", all seats killed" : ""));
        text.append(String.format(Locale.ROOT, "recorded up to entry %,d%s%n", recorded,
                recorders > 0 ? "" : "; no recorder reads later ones: they are void if the gateway dies"));
        text.append(String.format(Locale.ROOT, "%-32s %-14s %12s %12s %11s %-6s %11s %9s%n", "seat", "state",
                "next request", "next report", "open orders", "killed", "not applied", "skipped"));
        for (final SeatRow seat : seats) {
            text.append(String.format(Locale.ROOT, "%-32s %-14s %,12d %,12d %,11d %-6s %,11d %,9d%n", seat.name(),
                    seat.state(), seat.nextNumber(), seat.nextReport(), seat.openOrders(), seat.killed() ? "yes" : "no",
                    seat.notApplied(), seat.skipped()));
        }
        for (final PositionRow row : positions) {
            text.append(String.format(Locale.ROOT, "position of %s in %s: %+,d%n",
                    seats.get(row.seat()).name(), row.instrument(), row.position()));
        }
        final String refused = refusals.entrySet().stream().filter(one -> one.getValue() > 0)
                .map(one -> String.format(Locale.ROOT, "%s %,d", one.getKey(), one.getValue()))
                .collect(Collectors.joining(", "));
        return text.append(refused.isEmpty() ? "no message was refused" : "refused messages: " + refused)
                .append(System.lineSeparator()).toString();
    }

    /** One JSON object. */
    String json(final String market) {
        return Json.line(Json.object("market", market, "entries", entries, "recorded", recorded, "recorders",
                recorders, "trades", trades, "restingOrders",
                restingOrders, "killed", isKilled, "seats", seats.stream().map(seat -> Json.object("name", seat.name(),
                        "state", seat.state(), "nextRequest", seat.nextNumber(), "nextReport", seat.nextReport(),
                        "openOrders", seat.openOrders(), "killed", seat.killed(), "notApplied", seat.notApplied(),
                        "skipped", seat.skipped())).toList(),
                "positions", positions.stream().map(row -> Json.object("seat", seats.get(row.seat()).name(),
                        "instrument", row.instrument(), "position", row.position())).toList(),
                "refused", refusals));
    }

    private void add(final SeatStateDecoder part) {
        final String state = part.connected() == YesNo.YES
                ? "CONNECTED"
                : part.cause() == DisconnectCause.NULL_VAL ? "NEVER" : part.cause().name();
        seats.add(new SeatRow(part.name(), state, part.nextNumber(), part.nextReport(), part.openOrders(),
                part.killed() == YesNo.YES, part.notApplied(), part.skipped()));
    }

    private void add(final MarketStateDecoder part) {
        entries = part.entries();
        recorded = Math.max(0, part.recorded());
        recorders = part.recorders() == MarketStateDecoder.recordersNullValue() ? 0 : part.recorders();
        trades = part.trades();
        restingOrders = part.restingOrders();
        isKilled = part.killed() == YesNo.YES;
        refusals.put("HIGHER_NUMBER", part.higherNumber());
        refusals.put("MALFORMED", part.malformed());
        refusals.put("NOT_ESTABLISHED", part.notEstablished());
        refusals.put("STALE_SESSION", part.staleSession());
        refusals.put("OTHER_SEAT", part.otherSeat());
        refusals.put("UNKNOWN_SEAT", part.unknownSeat());
        refusals.put("PROOF", part.wrongProof());
        refusals.put("SEAT_IN_USE", part.seatInUse());
        refusals.put("KEEP_ALIVE", part.keepAlive());
        refusals.put("NEXT_REPORT", part.nextReport());
        refusals.put("MALFORMED_ESTABLISH", part.malformedEstablish());
        refusals.put("SESSION_IN_USE", part.sessionInUse());
        refusals.put("EARLIER_GATEWAY", part.earlierGateway());
        isComplete = true;
    }
}
