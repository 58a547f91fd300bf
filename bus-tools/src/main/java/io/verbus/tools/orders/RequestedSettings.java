package io.verbus.tools.orders;

import io.verbus.codec.orders.LimitCode;
import io.verbus.codec.orders.OperatorAction;
import io.verbus.codec.orders.SelfTradeCode;
import io.verbus.matching.Limit;
import io.verbus.matching.SelfTrade;
import io.verbus.matching.script.LimitLines;
import io.verbus.matching.script.MarketSettings;
import java.util.ArrayList;
import java.util.List;

/** Requests the settings of lines. The gateway knows the names; here they are numbered in order of their lines. */
final class RequestedSettings implements MarketSettings {
    private final OperatorSession session;
    private final List<String> names = new ArrayList<>();

    RequestedSettings(final OperatorSession session) {
        this.session = session;
    }

    /** Lines that make settings. */
    LimitLines lines() {
        return new LimitLines(this::number, this::number, this);
    }

    @Override
    public void setCollar(final int instrument, final long millionths) {
        session.control(OperatorAction.SET_COLLAR, names.get(instrument), terms -> terms.value(millionths));
    }

    @Override
    public void setLimit(final int seat, final Limit limit, final long value) {
        session.control(OperatorAction.SET_LIMIT, names.get(seat),
                terms -> terms.limitCode(LimitCode.valueOf(limit.name())).value(value));
    }

    @Override
    public void setRate(final int seat, final long perSecond, final long burst) {
        session.control(OperatorAction.SET_RATE, names.get(seat), terms -> terms.value(perSecond).burst(burst));
    }

    @Override
    public void setSelfTrade(final int seat, final SelfTrade mode) {
        session.control(OperatorAction.SET_SELF_TRADE, names.get(seat),
                terms -> terms.selfTrade(SelfTradeCode.valueOf(mode.name())));
    }

    /** {@link LimitLines} refuses lines with it. */
    @Override
    public void setCancelOnDisconnect(final int seat, final boolean cancels) {
        throw new IllegalStateException("no request for this setting");
    }

    private int number(final String name) {
        names.add(name);
        return names.size() - 1;
    }
}
