package io.verbus.latency.subject.verbus;

import io.verbus.Build;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.Publication;
import io.verbus.internal.log.LogLayout;
import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import io.verbus.latency.subject.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The bus. Each of two streams between two hosts has a port of its own. */
public final class VerbusSubject implements Subject {
    private static final String RDMA = "rdma";
    private static final String TCP = "tcp";
    private static final Map<String, Integer> PORTS = Map.of("there", 0, "back", 1);

    private final Place place;
    private final Variant variant;
    /** Scheme of the transport; empty for shared memory. */
    private final String scheme;
    private final Bus bus;
    private final List<RelayedReading> relays = new ArrayList<>();

    private VerbusSubject(final Place place, final Variant variant, final String scheme) {
        this.place = variant == Variant.TLS ? place.with(TlsStores.parameters(place)) : place;
        this.variant = variant;
        this.scheme = scheme;
        this.bus = Bus.launch(VerbusSettings.bus(variant));
    }

    /**
     * Opens the bus in shared memory.
     *
     * @param place where the processes meet
     * @param variant of its settings
     * @return the subject
     */
    public static Subject shared(final Place place, final Variant variant) {
        return new VerbusSubject(place, variant, "");
    }

    /**
     * Opens the bus over RDMA.
     *
     * @param place with the addresses of both sides
     * @param variant of its settings
     * @return the subject
     */
    public static Subject rdma(final Place place, final Variant variant) {
        return new VerbusSubject(place, variant, RDMA);
    }

    /**
     * Opens the bus over TCP.
     *
     * @param place with the addresses of both sides
     * @param variant of its settings
     * @return the subject
     */
    public static Subject tcp(final Place place, final Variant variant) {
        return new VerbusSubject(place, variant, TCP);
    }

    private boolean isRemote() {
        return !scheme.isEmpty();
    }

    @Override
    public PublishingEnd publish(final String stream) {
        final Endpoint[] endpoints = isRemote()
                ? new Endpoint[]{Endpoint.listen(listenUri(scheme, place, variant, stream))}
                : new Endpoint[0];
        for (int i = 1; i < VerbusSettings.sessions(variant); i++) {
            bus.publish(VerbusSettings.publication(place, variant, stream).withCapacity(LogLayout.MIN_CAPACITY));
        }
        final Publication publication = bus.publish(VerbusSettings.publication(place, variant, stream, endpoints));
        return variant == Variant.BATCHED
                ? new BatchedPublishing(publication, place.payloadBytes(), VerbusSettings.batch(place))
                : new VerbusPublishing(publication, place.payloadBytes());
    }

    @Override
    public ReadingEnd read(final String stream, final Receiver receiver) {
        final Endpoint[] endpoints = isRemote()
                ? new Endpoint[]{Endpoint.connect(connectUri(scheme, place, variant, stream))}
                : new Endpoint[0];
        final VerbusReading end = new VerbusReading(receiver, VerbusSettings.idleStrategy(place, variant, isRemote()),
                VerbusSettings.sessions(variant));
        if (variant == Variant.RELAYED) {
            final RelayedReading relayed = new RelayedReading(place, stream, end, endpoints);
            relays.add(relayed);
            end.open(relayed.subscribe(place, stream));
            return relayed;
        }
        end.open(bus.subscribe(VerbusSettings.subscription(place, stream, end, endpoints)));
        return end;
    }

    /** Address at which this side publishes a stream. */
    static String listenUri(final String scheme, final Place place, final Variant variant, final String stream) {
        return uri(scheme, place, variant, place.own(), stream, place.parameters());
    }

    /** Address from which this side reads a stream. Without a source the host picks its first address with a route. */
    static String connectUri(final String scheme, final Place place, final Variant variant, final String stream) {
        return uri(scheme, place, variant, place.other(), stream,
                "source=" + place.own() + (place.parameters().isEmpty() ? "" : "&" + place.parameters()));
    }

    private static String uri(final String scheme, final Place place, final Variant variant, final String host,
            final String stream, final String query) {
        final Integer offset = PORTS.get(stream);
        if (offset == null) {
            throw new BusException("stream " + stream + " has no port");
        }
        final int port = place.port() + PORTS.size() * variant.ordinal() + offset;
        return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port
                + (query.isEmpty() ? "" : "?" + query);
    }

    @Override
    public String title() {
        return "Verbus " + Build.description();
    }

    @Override
    public List<Setting> configuration() {
        return VerbusSettings.configuration(place, variant, isRemote());
    }

    @Override
    public long memoryBytes() {
        final long log = LogLayout.length(VerbusSettings.capacity(place));
        return isRemote() ? 2 * log : log; // the image on the other host has the same size
    }

    @Override
    public void close() {
        relays.forEach(RelayedReading::close);
        bus.close();
    }
}
