package io.verbus.latency.subject.jeromq;

import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import org.agrona.concurrent.UnsafeBuffer;
import org.zeromq.ZMQ;

/** Waits for a message, then reads all that have arrived. */
final class JeromqReading implements ReadingEnd {
    private final ZMQ.Socket socket;
    private final Receiver receiver;
    private final UnsafeBuffer message = new UnsafeBuffer(0, 0);

    JeromqReading(final ZMQ.Socket socket, final Receiver receiver) {
        this.socket = socket;
        this.receiver = receiver;
    }

    @Override
    public boolean isReading() {
        return true;
    }

    @Override
    public int poll(final int limit) {
        int count = 0;
        byte[] bytes = socket.recv(0);
        while (bytes != null) {
            message.wrap(bytes);
            receiver.onMessage(message, 0, bytes.length);
            bytes = ++count < limit ? socket.recv(ZMQ.DONTWAIT) : null;
        }
        return count;
    }
}
