package io.verbus.orders.gateway;

import io.verbus.matching.Limit;
import io.verbus.matching.SelfTrade;
import io.verbus.matching.script.ExchangeFile;
import io.verbus.matching.script.MarketSettings;
import java.util.BitSet;

/** The seats whose orders the exchange cancels at each disconnection, whatever the seats request. */
final class DisconnectRules implements MarketSettings {
    private final BitSet cancelling = new BitSet();

    private DisconnectRules() {
    }

    static DisconnectRules of(final ExchangeFile exchange) {
        final DisconnectRules rules = new DisconnectRules();
        exchange.applySeats(rules);
        return rules;
    }

    boolean cancels(final int seat) {
        return cancelling.get(seat);
    }

    @Override
    public void setCancelOnDisconnect(final int seat, final boolean cancels) {
        cancelling.set(seat, cancels);
    }

    @Override
    public void setCollar(final int instrument, final long millionths) {
    }

    @Override
    public void setLimit(final int seat, final Limit limit, final long value) {
    }

    @Override
    public void setRate(final int seat, final long perSecond, final long burst) {
    }

    @Override
    public void setSelfTrade(final int seat, final SelfTrade mode) {
    }
}
