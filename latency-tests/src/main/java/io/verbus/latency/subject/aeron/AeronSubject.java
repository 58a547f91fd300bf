package io.verbus.latency.subject.aeron;

import io.aeron.Aeron;
import io.aeron.AeronVersion;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.verbus.latency.result.MeasuredSubject.Setting;
import io.verbus.latency.subject.Place;
import io.verbus.latency.subject.PublishingEnd;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import io.verbus.latency.subject.Subject;
import java.util.List;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/** A client of Aeron. */
public final class AeronSubject implements Subject {
    static final String BACK = "back";

    private final Place place;
    private final boolean isUdp;
    private final Aeron aeron;

    private AeronSubject(final Place place, final boolean isUdp) {
        this.place = place;
        this.isUdp = isUdp;
        this.aeron = Aeron.connect(AeronSettings.client(place));
    }

    /**
     * Connects through shared memory.
     *
     * @param place where the processes meet
     * @return the subject
     */
    public static Subject ipc(final Place place) {
        return new AeronSubject(place, false);
    }

    /**
     * Connects over UDP, through the device that has the addresses.
     *
     * @param place with the addresses of both sides
     * @return the subject
     */
    public static Subject udp(final Place place) {
        return new AeronSubject(place, true);
    }

    @Override
    public PublishingEnd publish(final String stream) {
        final ExclusivePublication publication = aeron
                .addExclusivePublication(AeronSettings.channel(place, stream, isUdp), id(stream));
        return place.payloadBytes() <= publication.maxPayloadLength()
                ? new ClaimingEnd(publication, place.payloadBytes(), idleStrategy(isUdp))
                : new OfferingEnd(publication, place.payloadBytes(), idleStrategy(isUdp));
    }

    @Override
    public ReadingEnd read(final String stream, final Receiver receiver) {
        final Subscription subscription = aeron.addSubscription(AeronSettings.channel(place, stream, isUdp),
                id(stream));
        final boolean isWhole = place.payloadBytes() <= AeronSettings.mtu(place, isUdp) - AeronReading.HEADER_BYTES;
        return new AeronReading(subscription, receiver, isWhole, idleStrategy(isUdp || place.policySkips()));
    }

    private static IdleStrategy idleStrategy(final boolean sharesCores) {
        return sharesCores ? YieldingIdleStrategy.INSTANCE : BusySpinIdleStrategy.INSTANCE;
    }

    private static int id(final String stream) {
        return stream.equals(BACK) ? 2 : 1;
    }

    @Override
    public String title() {
        return "Aeron " + AeronVersion.VERSION + (isUdp ? ", UDP" : ", IPC");
    }

    @Override
    public List<Setting> configuration() {
        return AeronSettings.configuration(place, isUdp);
    }

    @Override
    public long memoryBytes() {
        return AeronSettings.memoryBytes(place, isUdp);
    }

    @Override
    public void close() {
        aeron.close();
    }
}
