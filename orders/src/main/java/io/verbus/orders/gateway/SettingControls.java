package io.verbus.orders.gateway;

import io.verbus.codec.orders.LimitCode;
import io.verbus.codec.orders.OperatorAction;
import io.verbus.codec.orders.SelfTradeCode;
import io.verbus.matching.Limit;
import io.verbus.matching.SelfTrade;
import io.verbus.matching.script.ExchangeFile;
import io.verbus.matching.script.ListedInstrument;
import io.verbus.matching.script.ListedSeat;
import io.verbus.matching.script.MarketSettings;
import io.verbus.orders.intake.OperatorControl;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Makes an operator's control of each setting, so that settings are entries too. Each seat has a maximum quantity: the
 * book of a reader has at most 2^20 - 1 orders and 2^43 - 1 shares at a price, and the engine at most as many orders.
 */
final class SettingControls implements MarketSettings {
    /** Maximum quantity of an order: times 2^20 - 1 orders it is below 2^43. */
    static final long MAX_QUANTITY = 1L << 23;
    /** Maximum number of resting orders. */
    static final int MAX_ORDERS = (1 << 20) - 1;

    private static final int NO_INSTRUMENT = -1;

    private final Consumer<OperatorControl> controls;

    SettingControls(final Consumer<OperatorControl> controls) {
        this.controls = controls;
    }

    /** The controls that an exchange begins with. */
    static List<OperatorControl> of(final ExchangeFile exchange) {
        final List<OperatorControl> all = new ArrayList<>();
        final SettingControls settings = new SettingControls(all::add);
        for (final ListedInstrument instrument : exchange.instruments()) {
            if (instrument.collar() != Long.MAX_VALUE) {
                settings.setCollar(instrument.number(), instrument.collar());
            }
        }
        for (final ListedSeat seat : exchange.seats()) {
            settings.setLimit(seat.number(), Limit.QUANTITY, MAX_QUANTITY);
        }
        exchange.applySeats(settings);
        return all;
    }

    @Override
    public void setCollar(final int instrument, final long millionths) {
        controls.accept(new OperatorControl(OperatorAction.SET_COLLAR, 0, instrument, LimitCode.NULL_VAL, millionths, 0,
                SelfTradeCode.NULL_VAL));
    }

    @Override
    public void setLimit(final int seat, final Limit limit, final long value) {
        controls.accept(OperatorControl.limit(seat, ReportCodes.of(limit),
                limit == Limit.QUANTITY ? Math.min(value, MAX_QUANTITY) : value));
    }

    @Override
    public void setRate(final int seat, final long perSecond, final long burst) {
        controls.accept(new OperatorControl(OperatorAction.SET_RATE, seat, NO_INSTRUMENT, LimitCode.NULL_VAL,
                perSecond, burst, SelfTradeCode.NULL_VAL));
    }

    @Override
    public void setSelfTrade(final int seat, final SelfTrade mode) {
        controls.accept(new OperatorControl(OperatorAction.SET_SELF_TRADE, seat, NO_INSTRUMENT, LimitCode.NULL_VAL, 0,
                0, ReportCodes.of(mode)));
    }

    /** Not a control: a seat requests it when it establishes, and {@link EntryEngine} has that of the exchange. */
    @Override
    public void setCancelOnDisconnect(final int seat, final boolean cancels) {
    }
}
