package io.verbus.latency.control;

import io.verbus.BusException;
import io.verbus.latency.worker.ControlLine;

/** The far side of a subject, in a process of the server. */
public final class FarSide implements AutoCloseable {
    private final FarHost host;
    private final long side;
    private long last;

    FarSide(final FarHost host, final long side) {
        this.host = host;
        this.side = side;
    }

    void send(final ControlLine line) {
        last = host.send(line.with(Control.SIDE, side));
    }

    /**
     * Sends an order to the process.
     *
     * @param text the order
     */
    public void order(final ControlLine text) {
        send(ControlLine.of(Control.ORDER).with(Control.TEXT, text));
    }

    /**
     * Waits for the answer to the last order.
     *
     * @return the answer; without words after a start
     * @throws BusException if the far side failed, with the reason
     */
    public ControlLine answer() {
        final ControlLine answer = host.answer(last);
        return answer.words().containsKey(Control.TEXT) ? ControlLine.parse(answer.text(Control.TEXT)) : answer;
    }

    /** Freezes the process. */
    public void freeze() {
        send(ControlLine.of(Control.FREEZE));
        answer();
    }

    /** Resumes the process. */
    public void thaw() {
        send(ControlLine.of(Control.THAW));
        answer();
    }

    /** Ends the process; also if it is busy. */
    @Override
    public void close() {
        try {
            send(ControlLine.of(Control.STOP));
            answer();
        } catch (final BusException e) {
            // the server has ended, and its processes with it
        }
    }
}
