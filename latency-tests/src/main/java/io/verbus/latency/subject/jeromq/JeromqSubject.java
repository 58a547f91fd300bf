package io.verbus.latency.subject.jeromq;

import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import io.verbus.latency.subject.Subject;
import io.verbus.latency.subject.tcp.PortFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** A pair of sockets for each stream. */
public final class JeromqSubject implements Subject {
    private final Place place;
    private final ZContext context = new ZContext(1);

    /**
     * Connects over TCP.
     *
     * @param place with the addresses of both sides
     */
    public JeromqSubject(final Place place) {
        this.place = place;
        context.setLinger(0);
    }

    @Override
    public PublishingEnd publish(final String stream) {
        final ZMQ.Socket socket = context.createSocket(SocketType.PUSH);
        socket.setSndHWM(JeromqSettings.HIGH_WATER_MARK);
        try {
            PortFile.write(place.directory(), stream, socket.bindToRandomPort("tcp://" + place.own()));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        final UnsafeBuffer message = new UnsafeBuffer(0, 0);
        return new PublishingEnd() {
            /** Always true: messages wait for the first reader. */
            @Override
            public boolean isRead(final int readers) {
                return true;
            }

            @Override
            public boolean tryPublish(final long value) {
                final byte[] bytes = new byte[place.payloadBytes()];
                message.wrap(bytes);
                Payload.encode(message, 0, bytes.length, value);
                return socket.send(bytes, 0);
            }
        };
    }

    @Override
    public ReadingEnd read(final String stream, final Receiver receiver) {
        final ZMQ.Socket socket = context.createSocket(SocketType.PULL);
        socket.setRcvHWM(JeromqSettings.HIGH_WATER_MARK);
        socket.setReceiveTimeOut(JeromqSettings.RECEIVE_MS);
        try {
            socket.connect("tcp://" + place.other() + ":" + PortFile.read(place.directory(), stream));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return new JeromqReading(socket, receiver);
    }

    @Override
    public String title() {
        final String version = ZContext.class.getPackage().getImplementationVersion();
        return "JeroMQ" + (version == null ? "" : " " + version) + ", TCP";
    }

    @Override
    public List<Setting> configuration() {
        return JeromqSettings.configuration();
    }

    /** The most messages that wait on both sides, without the buffers of the kernel. */
    @Override
    public long memoryBytes() {
        return 2L * JeromqSettings.HIGH_WATER_MARK * place.payloadBytes();
    }

    @Override
    public void close() {
        context.close();
    }
}
