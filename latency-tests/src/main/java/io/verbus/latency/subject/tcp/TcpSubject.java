package io.verbus.latency.subject.tcp;

import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import io.verbus.latency.subject.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A connection for each stream. */
public final class TcpSubject implements Subject {
    private final Place place;
    private final List<AutoCloseable> open = new ArrayList<>();

    /**
     * Connects over TCP.
     *
     * @param place with the addresses of both sides
     */
    public TcpSubject(final Place place) {
        this.place = place;
    }

    @Override
    public PublishingEnd publish(final String stream) {
        try {
            final TcpPublishing end = new TcpPublishing(place, stream);
            open.add(end);
            return end;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public ReadingEnd read(final String stream, final Receiver receiver) {
        try {
            final TcpReading end = new TcpReading(place, stream, receiver);
            open.add(end);
            return end;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String title() {
        return "TCP, java.nio of JDK " + Runtime.version().feature();
    }

    @Override
    public List<Setting> configuration() {
        return TcpSettings.configuration();
    }

    @Override
    public long memoryBytes() {
        return 2L * TcpSettings.SOCKET_BYTES + TcpSettings.WRITE_BYTES + TcpSettings.READ_BYTES
                + 2L * place.payloadBytes();
    }

    @Override
    public void close() {
        for (final AutoCloseable end : open) {
            try {
                end.close();
            } catch (final Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
