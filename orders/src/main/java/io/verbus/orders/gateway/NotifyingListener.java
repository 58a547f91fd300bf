package io.verbus.orders.gateway;

import io.verbus.codec.orders.DisconnectCause;
import io.verbus.orders.intake.EntryListener;
import io.verbus.orders.intake.GatewayEnd;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;

/** Passes entries on, writes the status, and reports to the operator which seats connect and disconnect. */
final class NotifyingListener implements EntryListener {
    private final EntryListener next;
    private final Consumer<GatewayEnd> status;
    private final Consumer<String> notices;

    /** The status is written for seats that request it. */
    NotifyingListener(final EntryListener next, final Consumer<GatewayEnd> status, final Consumer<String> notices) {
        this.next = next;
        this.status = status;
        this.notices = notices;
    }

    @Override
    public void onMessage(final long event, final long timeNs, final GatewayEnd seat, final DirectBuffer buffer,
            final int offset, final int length) {
        next.onMessage(event, timeNs, seat, buffer, offset, length);
    }

    @Override
    public boolean admits(final GatewayEnd seat, final int template, final long timeNs) {
        return next.admits(seat, template, timeNs);
    }

    @Override
    public void onConnected(final long event, final long timeNs, final GatewayEnd seat) {
        next.onConnected(event, timeNs, seat);
        notices.accept("seat " + seat.name() + " is connected, its next request is " + seat.nextNumber());
    }

    @Override
    public void onDisconnected(final long event, final long timeNs, final GatewayEnd seat,
            final DisconnectCause cause) {
        next.onDisconnected(event, timeNs, seat, cause);
        notices.accept("seat " + seat.name() + " is disconnected (" + cause + "), its next request is "
                + seat.nextNumber());
    }

    @Override
    public void onStatusRequested(final GatewayEnd seat) {
        status.accept(seat);
    }
}
