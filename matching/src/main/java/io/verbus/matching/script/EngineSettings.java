package io.verbus.matching.script;

import io.verbus.matching.Engine;
import io.verbus.matching.Limit;
import io.verbus.matching.SelfTrade;

/** Makes the settings of lines in an engine. */
final class EngineSettings implements MarketSettings {
    private final Engine engine;

    EngineSettings(final Engine engine) {
        this.engine = engine;
    }

    @Override
    public void setCollar(final int instrument, final long millionths) {
        engine.setCollar(instrument, millionths);
    }

    @Override
    public void setLimit(final int seat, final Limit limit, final long value) {
        engine.setLimit(seat, limit, value);
    }

    @Override
    public void setRate(final int seat, final long perSecond, final long burst) {
        engine.setRate(seat, perSecond, burst);
    }

    @Override
    public void setSelfTrade(final int seat, final SelfTrade mode) {
        engine.setSelfTrade(seat, mode);
    }

    @Override
    public void setCancelOnDisconnect(final int seat, final boolean cancels) {
        engine.setCancelOnDisconnect(seat, cancels);
    }
}
