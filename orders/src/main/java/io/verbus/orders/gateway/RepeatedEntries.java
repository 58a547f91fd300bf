package io.verbus.orders.gateway;

import io.verbus.BusException;
import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.OperatorDecoder;
import io.verbus.codec.orders.SequencerBeginsDecoder;
import io.verbus.orders.intake.EntryListener;
import io.verbus.orders.intake.GatewayEnd;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * Passes the entries of earlier gateways to the engine. These gateways must have had the same exchange file:
 * instruments are not entries. Counts the controls among them: the first gateway may have died before it had appended
 * all of its limits.
 */
final class RepeatedEntries implements EntryListener {
    private static final byte[] NONE = new byte[SequencerBeginsDecoder.exchangeLength()];

    private final EntryEngine engine;
    private final byte[] exchange;
    private final Runnable pace;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final SequencerBeginsDecoder begins = new SequencerBeginsDecoder();
    private final byte[] written = new byte[SequencerBeginsDecoder.exchangeLength()];
    private int controls;

    /** The digest is that of the exchange file; {@code pace} is called before each entry, and may wait. */
    RepeatedEntries(final EntryEngine engine, final byte[] exchange, final Runnable pace) {
        this.engine = engine;
        this.exchange = exchange;
        this.pace = pace;
    }

    /** Controls of gateways so far. */
    int controls() {
        return controls;
    }

    @Override
    public void onMessage(final long event, final long timeNs, final GatewayEnd seat, final DirectBuffer buffer,
            final int offset, final int length) {
        pace.run();
        engine.onMessage(event, timeNs, seat, buffer, offset, length);
    }

    @Override
    public void onConnected(final long event, final long timeNs, final GatewayEnd seat) {
        pace.run();
        engine.onConnected(event, timeNs, seat);
    }

    @Override
    public void onDisconnected(final long event, final long timeNs, final GatewayEnd seat,
            final DisconnectCause cause) {
        pace.run();
        engine.onDisconnected(event, timeNs, seat, cause);
    }

    @Override
    public void onControl(final long event, final long timeNs, final int template, final DirectBuffer buffer,
            final int offset) {
        if (template == OperatorDecoder.TEMPLATE_ID) {
            controls++;
        } else if (template == SequencerBeginsDecoder.TEMPLATE_ID) {
            begins.wrapAndApplyHeader(buffer, offset, header);
            Arrays.fill(written, (byte) 0); // entries of the first version have no digest
            begins.getExchange(written, 0, written.length);
            if (!Arrays.equals(written, NONE) && !Arrays.equals(written, exchange)) {
                throw new BusException("entry " + event + " is of a gateway with another exchange file: use that one"
                        + " (limits of a running market are changed by ./bus orders limits)");
            }
        }
        pace.run();
        engine.onControl(event, timeNs, template, buffer, offset);
    }
}
