package io.verbus.orders.gateway;

import io.verbus.codec.orders.CancelCode;
import io.verbus.codec.orders.LimitCode;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.RejectCode;
import io.verbus.codec.orders.RequestCode;
import io.verbus.codec.orders.SelfTradeCode;
import io.verbus.matching.CancelReason;
import io.verbus.matching.Limit;
import io.verbus.matching.RefusalCode;
import io.verbus.matching.RequestKind;
import io.verbus.matching.SelfTrade;
import io.verbus.matching.Terms;
import java.util.Arrays;
import java.util.function.Function;

/** Codes of the messages for enumerations of the engine, and back: they have the same names. Allocates nothing. */
final class ReportCodes {
    private static final RejectCode[] REJECT = map(RefusalCode.values(), RejectCode::valueOf, new RejectCode[0]);
    private static final CancelCode[] CANCEL = map(CancelReason.values(), CancelCode::valueOf, new CancelCode[0]);
    private static final RequestCode[] REQUEST = map(RequestKind.values(), RequestCode::valueOf, new RequestCode[0]);
    private static final LimitCode[] LIMIT = map(Limit.values(), LimitCode::valueOf, new LimitCode[0]);
    private static final SelfTradeCode[] SELF_TRADE = map(SelfTrade.values(), SelfTradeCode::valueOf,
            new SelfTradeCode[0]);

    private ReportCodes() {
    }

    static RejectCode of(final RefusalCode refusal) {
        return REJECT[refusal.ordinal()];
    }

    static CancelCode of(final CancelReason reason) {
        return CANCEL[reason.ordinal()];
    }

    static RequestCode of(final RequestKind kind) {
        return REQUEST[kind.ordinal()];
    }

    static LimitCode of(final Limit limit) {
        return LIMIT[limit.ordinal()];
    }

    static SelfTradeCode of(final SelfTrade mode) {
        return SELF_TRADE[mode.ordinal()];
    }

    static OrderDuration duration(final int terms) {
        return switch (terms & Terms.FOK) {
            case Terms.GTC -> OrderDuration.GTC;
            case Terms.IOC -> OrderDuration.IOC;
            case Terms.FOK -> OrderDuration.FOK;
            default -> OrderDuration.DAY;
        };
    }

    /** The bits of {@link Terms}; the intake has refused other codes. */
    static int terms(final OrderDuration duration) {
        return switch (duration) {
            case DAY -> Terms.DAY;
            case GTC -> Terms.GTC;
            case IOC -> Terms.IOC;
            case FOK -> Terms.FOK;
            case NULL_VAL, SBE_UNKNOWN -> throw new IllegalArgumentException("no duration: " + duration);
        };
    }

    private static <E extends Enum<E>, C> C[] map(final E[] values, final Function<String, C> code, final C[] empty) {
        return Arrays.stream(values).map(value -> code.apply(value.name())).toList().toArray(empty);
    }
}
