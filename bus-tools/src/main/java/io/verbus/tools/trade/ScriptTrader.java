package io.verbus.tools.trade;

import io.verbus.BusException;
import io.verbus.matching.RequestKind;
import io.verbus.matching.script.OrderRequests;
import io.verbus.orders.seat.LocalRefusal;
import io.verbus.orders.seat.TradingSeat;

/** Enters the requests of a script, each when everything before is answered. */
final class ScriptTrader implements OrderRequests {
    private TradingSeat seat;
    private SeatWaits waits;
    /** Null for none. */
    private SeatReportPrinter printer;

    /** Sets the seat, whose printer needs the script, which needs this. */
    void begin(final TradingSeat newSeat, final SeatWaits newWaits, final SeatReportPrinter newPrinter) {
        seat = newSeat;
        waits = newWaits;
        printer = newPrinter;
    }

    /** A line lets time pass. */
    void pause(final long ns) {
        waits.awaitTime(waits.nowNs() + ns);
    }

    @Override
    public void newOrder(final int number, final long id, final int instrument, final int terms, final long quantity,
            final long price) {
        long result;
        do {
            result = seat.enter(id, instrument, terms, quantity, price);
        } while (waits.mustRepeat(result));
        if (result == LocalRefusal.DUPLICATE_ORDER && printer != null) {
            printer.rejectedLocally(id);
        }
        end(result, null, id);
    }

    @Override
    public void replace(final int number, final long id, final long newId, final long quantity, final long price) {
        long result;
        do {
            result = seat.replace(id, newId, quantity, price);
        } while (waits.mustRepeat(result));
        end(result, RequestKind.REPLACE, id);
    }

    @Override
    public void reduce(final int number, final long id, final long quantity) {
        long result;
        do {
            result = seat.reduce(id, quantity);
        } while (waits.mustRepeat(result));
        end(result, RequestKind.REDUCE, id);
    }

    @Override
    public void cancel(final int number, final long id) {
        long result;
        do {
            result = seat.cancel(id);
        } while (waits.mustRepeat(result));
        end(result, RequestKind.CANCEL, id);
    }

    @Override
    public void cancelAll(final int number) {
        long result;
        do {
            result = seat.massCancel();
        } while (waits.mustRepeat(result));
        end(result, RequestKind.CANCEL_ALL, 0);
    }

    @Override
    public void cancelAll(final int number, final int instrument, final String symbol) {
        long result;
        do {
            result = seat.massCancel(instrument);
        } while (waits.mustRepeat(result));
        end(result, RequestKind.CANCEL_ALL, 0);
    }

    @Override
    public void disconnect(final int number, final String name) {
        waits.reconnect(seat);
    }

    /** The request is null for a new order. */
    private void end(final long result, final RequestKind request, final long id) {
        if (result == LocalRefusal.UNKNOWN_ORDER || result == LocalRefusal.DUPLICATE_ORDER) {
            if (printer != null && request != null) {
                printer.refusedLocally(request, id, result == LocalRefusal.UNKNOWN_ORDER);
            }
        } else if (result < 0) {
            throw new BusException("a request cannot be sent: " + LocalRefusal.describe(result));
        }
        waits.awaitAnswers();
    }
}
