package io.verbus.matching.model;

import io.verbus.matching.BookEvents;
import io.verbus.matching.Engine;
import io.verbus.matching.Limit;
import io.verbus.matching.Reports;
import io.verbus.matching.SelfTrade;

/** Passes the inputs of a history to an engine. */
final class EngineDriver {
    final Engine engine;
    private final int instruments;

    EngineDriver(final OrderWorld world, final long hashSeed, final Reports reports, final BookEvents events) {
        engine = new Engine(world.capacity(), hashSeed, reports, events);
        instruments = world.instruments();
        for (int i = 0; i < instruments; i++) {
            engine.defineInstrument(i, world.ticks()[i], world.lots()[i], world.references()[i]);
        }
    }

    EngineDriver(final OrderWorld world, final Engine engine) {
        this.engine = engine;
        instruments = world.instruments();
    }

    void take(final ModelInput in) {
        switch (in.kind()) {
            case NEW -> engine.newOrder(in.timeNs(), in.seat(), in.id(), in.instrument(), in.terms(), in.quantity(),
                    in.price());
            case CANCEL -> engine.cancel(in.timeNs(), in.seat(), in.id());
            case REDUCE -> engine.reduce(in.timeNs(), in.seat(), in.id(), in.quantity());
            case REPLACE -> engine.replace(in.timeNs(), in.seat(), in.id(), in.newId(), in.quantity(), in.price());
            case CANCEL_ALL -> engine.cancelAll(in.timeNs(), in.seat());
            case CANCEL_ALL_IN -> engine.cancelAll(in.timeNs(), in.seat(), in.instrument());
            case DISCONNECT -> engine.disconnect(in.timeNs(), in.seat());
            case HALT -> engine.halt(in.timeNs(), in.instrument());
            case RESUME -> engine.resume(in.timeNs(), in.instrument());
            case KILL -> engine.kill(in.timeNs(), in.seat());
            case REVIVE -> engine.revive(in.timeNs(), in.seat());
            case KILL_ALL -> engine.killAll(in.timeNs());
            case REVIVE_ALL -> engine.reviveAll(in.timeNs());
            case END_DAY -> engine.endDay(in.timeNs());
            case TIME -> engine.time(in.timeNs());
            default -> set(in);
        }
    }

    private void set(final ModelInput in) {
        switch (in.kind()) {
            case COLLAR -> {
                if (in.instrument() >= 0 && in.instrument() < instruments) {
                    engine.setCollar(in.instrument(), in.newId());
                }
            }
            case LIMIT -> engine.setLimit(in.seat(), Limit.values()[in.instrument()], in.newId());
            case RATE -> engine.setRate(in.seat(), in.newId(), in.quantity());
            case SELF_TRADE -> engine.setSelfTrade(in.seat(), SelfTrade.values()[in.terms()]);
            case ON_DISCONNECT -> engine.setCancelOnDisconnect(in.seat(), in.newId() == 1);
            default -> throw new AssertionError(in);
        }
    }

    /** The books in the form of the model's. */
    String books() {
        final StringBuilder text = new StringBuilder();
        engine.visitOrders((instrument, side, price, order, seat, id, open) -> text.append(instrument)
                .append(side == 0 ? 'B' : 'S').append(price).append(' ').append(order).append(' ').append(seat)
                .append(' ').append(id).append(' ').append(open).append('\n'));
        return text.toString();
    }
}
