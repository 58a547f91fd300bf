package io.verbus.orders.intake;

import io.verbus.codec.orders.DisconnectCause;
import org.agrona.DirectBuffer;

/**
 * Receives the entries in order: all output is a function of these calls. Called by the gateway's thread
 * right after an entry was appended, or repeated. It runs the engine and publishes the reports.
 */
public interface EntryListener {
    /**
     * A message of a seat was taken.
     *
     * @param event event number of the entry
     * @param timeNs time of the entry, UTC ns
     * @param seat of the message
     * @param buffer contains the message, valid until this call returns
     * @param offset of its header
     * @param length of it in bytes
     */
    void onMessage(long event, long timeNs, GatewayEnd seat, DirectBuffer buffer, int offset, int length);

    /**
     * Whether the next request of a seat may be taken now. If not, it stays in the log of its seat, with all after it,
     * and is delivered again. Not a part of the replicated state: called live only, any number of times per request.
     *
     * @param seat of the request
     * @param template of the request
     * @param timeNs time of its entry, if it is taken
     * @return true to take it
     */
    default boolean admits(final GatewayEnd seat, final int template, final long timeNs) {
        return true;
    }

    /**
     * A seat was connected.
     *
     * @param event event number of the entry
     * @param timeNs time of the entry, UTC ns
     * @param seat that was connected
     */
    default void onConnected(final long event, final long timeNs, final GatewayEnd seat) {
    }

    /**
     * A seat was disconnected.
     *
     * @param event event number of the entry
     * @param timeNs time of the entry, UTC ns
     * @param seat that was disconnected
     * @param cause of it
     */
    default void onDisconnected(final long event, final long timeNs, final GatewayEnd seat,
            final DisconnectCause cause) {
    }

    /**
     * A seat requests the state of the market. No entry: called live only.
     *
     * @param seat that requests it, connected
     */
    default void onStatusRequested(final GatewayEnd seat) {
    }

    /**
     * A {@code Time}, {@code Operator} or {@code SequencerBegins} entry was repeated. Live, the gateway appends these
     * itself, and is not called.
     *
     * @param event event number of the entry
     * @param timeNs time of the entry, UTC ns
     * @param template of the entry
     * @param buffer contains the entry, valid until this call returns
     * @param offset of its header
     */
    default void onControl(final long event, final long timeNs, final int template, final DirectBuffer buffer,
            final int offset) {
    }
}
