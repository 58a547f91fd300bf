package io.verbus.latency.subject.verbus;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.build.Build;
import io.verbus.latency.result.Subject.Setting;
import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import io.verbus.latency.subject.Subject;
import io.verbus.log.LogLayout;
import java.util.List;
import java.util.Map;

/** The bus. Each of two streams between two hosts has a port of its own. */
public final class VerbusSubject implements Subject {
    private static final Map<String, Integer> PORTS = Map.of("there", 0, "back", 1);

    private final Place place;
    private final boolean isRemote;
    private final Bus bus = Bus.launch(VerbusSettings.bus());

    private VerbusSubject(final Place place, final boolean isRemote) {
        this.place = place;
        this.isRemote = isRemote;
    }

    /**
     * In shared memory.
     *
     * @param place where the processes meet
     * @return the subject
     */
    public static Subject shared(final Place place) {
        return new VerbusSubject(place, false);
    }

    /**
     * Over RDMA.
     *
     * @param place with the addresses of both sides
     * @return the subject
     */
    public static Subject rdma(final Place place) {
        return new VerbusSubject(place, true);
    }

    @Override
    public PublishingEnd publish(final String stream) {
        final Endpoint[] endpoints = isRemote
                ? new Endpoint[]{Endpoint.listen(uri(place.own(), stream, place.parameters()))}
                : new Endpoint[0];
        return new VerbusPublishing(bus.publish(VerbusSettings.publication(place, stream, endpoints)),
                place.payloadBytes());
    }

    @Override
    public ReadingEnd read(final String stream, final Receiver receiver) {
        final Endpoint[] endpoints = isRemote
                ? new Endpoint[]{Endpoint.connect(uri(place.other(), stream, from(place.own())))}
                : new Endpoint[0];
        final VerbusReading end = new VerbusReading(receiver, VerbusSettings.idleStrategy(place, isRemote));
        end.open(bus.subscribe(VerbusSettings.subscription(place, stream, end, endpoints)));
        return end;
    }

    /** Without a source the host would take the first of its addresses that leads there. */
    private String from(final String source) {
        return "source=" + source + (place.parameters().isEmpty() ? "" : "&" + place.parameters());
    }

    private String uri(final String host, final String stream, final String query) {
        final Integer port = PORTS.get(stream);
        if (port == null) {
            throw new BusException("stream " + stream + " has no port");
        }
        return "rdma://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + (place.port() + port)
                + (query.isEmpty() ? "" : "?" + query);
    }

    @Override
    public String title() {
        return "Verbus " + Build.description();
    }

    @Override
    public List<Setting> configuration() {
        return VerbusSettings.configuration(place, isRemote);
    }

    @Override
    public long memoryBytes() {
        final long log = VerbusSettings.capacity(place) + LogLayout.HEADER_LENGTH;
        return isRemote ? 2 * log : log; // the image of another host is as large
    }

    @Override
    public void close() {
        bus.close();
    }
}
