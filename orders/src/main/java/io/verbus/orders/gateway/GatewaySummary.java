package io.verbus.orders.gateway;

import io.verbus.codec.orders.EstablishRejectCode;
import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.orders.intake.GatewayEnd;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The summary of a gateway: a line for users, and for programs a Java properties file in UTF-8. All values except
 * names, causes and the hash are decimal numbers. Keys:
 *
 * <pre>
 *  market  entries  reports  trades  marketData (messages on the stream)  restingOrders
 *  hash (of the state of the engine, hexadecimal)
 *  notApplied.CODE  rejected.CODE (refused messages and Establish messages, by each code of the schema)
 *  seat.N.name  .nextNumber  .nextReport  .skipped  .openOrders  .cause (NONE before a disconnection), N by number
 * </pre>
 */
public final class GatewaySummary {
    private final Map<String, String> values = new LinkedHashMap<>();

    private GatewaySummary() {
    }

    /**
     * The line for users.
     *
     * @param gateway after its last duty cycle
     * @return counts, without a line end
     */
    public static String line(final OrderGateway gateway) {
        return String.format(Locale.ROOT,
                "%,d entries, %,d reports, %,d trades, %,d resting orders, %,d messages refused", gateway.entries(),
                gateway.reports().count(), gateway.reports().trades(), gateway.engine().engine().restingOrders(),
                refused(gateway));
    }

    /**
     * The content of the file.
     *
     * @param market name of the market
     * @param gateway after its last duty cycle
     * @return lines of the form key=value
     */
    public static String text(final String market, final OrderGateway gateway) {
        final GatewaySummary summary = new GatewaySummary();
        summary.values.put("market", market);
        summary.put("entries", gateway.entries());
        summary.put("reports", gateway.reports().count());
        summary.put("trades", gateway.reports().trades());
        summary.put("marketData", gateway.changes().count());
        summary.put("restingOrders", gateway.engine().engine().restingOrders());
        summary.values.put("hash", Long.toHexString(gateway.engine().engine().hash()));
        summary.putRefusals(gateway);
        gateway.seats().forEach(seat -> summary.putSeat(seat, gateway.engine()));
        final StringBuilder text = new StringBuilder();
        summary.values.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        return text.toString();
    }

    /** Messages and Establish messages that were refused. */
    static long refused(final OrderGateway gateway) {
        long all = 0;
        for (final NotAppliedCode code : NotAppliedCode.values()) {
            all += gateway.intake().refused(code);
        }
        for (final EstablishRejectCode code : EstablishRejectCode.values()) {
            all += gateway.intake().rejected(code);
        }
        return all;
    }

    private void putRefusals(final OrderGateway gateway) {
        for (final NotAppliedCode code : NotAppliedCode.values()) {
            if (code != NotAppliedCode.NULL_VAL && code != NotAppliedCode.SBE_UNKNOWN) {
                put("notApplied." + code, gateway.intake().refused(code));
            }
        }
        for (final EstablishRejectCode code : EstablishRejectCode.values()) {
            if (code != EstablishRejectCode.NULL_VAL && code != EstablishRejectCode.SBE_UNKNOWN) {
                put("rejected." + code, gateway.intake().rejected(code));
            }
        }
    }

    private void putSeat(final GatewayEnd seat, final EntryEngine engine) {
        final String key = "seat." + seat.seat() + ".";
        values.put(key + "name", seat.name());
        put(key + "nextNumber", seat.nextNumber());
        put(key + "nextReport", seat.nextReport());
        put(key + "skipped", seat.skipped());
        put(key + "openOrders", engine.engine().openOrders(seat.seat()));
        values.put(key + "cause", switch (seat.cause()) {
            case NULL_VAL -> "NONE";
            default -> seat.cause().name();
        });
    }

    private void put(final String key, final long value) {
        values.put(key, Long.toString(value));
    }
}
