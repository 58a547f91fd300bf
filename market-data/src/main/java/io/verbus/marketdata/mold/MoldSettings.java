package io.verbus.marketdata.mold;

import io.verbus.BusException;
import io.verbus.ImmutableSettings;
import java.util.concurrent.TimeUnit;

/** Settings of a receiver. Immutable: each {@code with} method returns changed settings. */
public final class MoldSettings extends ImmutableSettings<MoldSettings> {
    /** Highest number of sides. */
    public static final int MOST_SIDES = 16;

    private long retryNs = TimeUnit.MILLISECONDS.toNanos(100);
    private int attempts = 50;
    /** About three packets of one Ethernet frame each, so the burst of the server stays small. */
    private int messagesPerRequest = 100;
    private int heldBytes = 8 << 20;
    private int sides = 1;
    private boolean continuesAfterLoss;
    private PacketFormat format = PacketFormat.MOLDUDP64;
    private MoldDiscipline discipline = MoldDiscipline.defaults();

    private MoldSettings() {
    }

    /**
     * {@return packets of MoldUDP64 on one side; 50 attempts, 100 ms apart, of 100 messages each; 8 MiB for early
     * packets; a loss ends the session}
     */
    public static MoldSettings defaults() {
        return new MoldSettings();
    }

    /**
     * With another interval of requests.
     *
     * @param newRetryNs time without an answer after which a request is repeated, in nanoseconds, above 0
     * @return settings
     */
    public MoldSettings withRetryNs(final long newRetryNs) {
        return with(copy -> copy.retryNs = newRetryNs);
    }

    /**
     * With another number of attempts.
     *
     * @param newAttempts number of requests for a message before it is lost, at least 1
     * @return settings
     */
    public MoldSettings withAttempts(final int newAttempts) {
        return with(copy -> copy.attempts = newAttempts);
    }

    /**
     * With another length of requests.
     *
     * @param newMessages maximum number of messages per request, 1 to {@link MoldLayout#MOST_MESSAGES}
     * @return settings
     */
    public MoldSettings withMessagesPerRequest(final int newMessages) {
        return with(copy -> copy.messagesPerRequest = newMessages);
    }

    /**
     * With another memory for early packets; packets without room are requested later. Without a re-request server a
     * gap is a loss when there is no room for the longest packet, 64 KiB.
     *
     * @param bytes size in bytes, 0 or more
     * @return settings
     */
    public MoldSettings withHeldBytes(final int bytes) {
        return with(copy -> copy.heldBytes = bytes);
    }

    /**
     * With another number of sides: groups on which the same session is sent, such as the feeds A and B of a venue.
     *
     * @param newSides 1 to {@link #MOST_SIDES}
     * @return settings
     */
    public MoldSettings withSides(final int newSides) {
        return with(copy -> copy.sides = newSides);
    }

    /**
     * With another format of packets.
     *
     * @param newFormat of all packets
     * @return settings
     */
    public MoldSettings withFormat(final PacketFormat newFormat) {
        return with(copy -> copy.format = newFormat);
    }

    /**
     * With another reaction to a loss.
     *
     * @param continues whether the session continues after lost messages, or ends
     * @return settings
     */
    public MoldSettings withContinuesAfterLoss(final boolean continues) {
        return with(copy -> copy.continuesAfterLoss = continues);
    }

    /**
     * With another discipline.
     *
     * @param newDiscipline rules by which packets are accepted
     * @return settings
     */
    public MoldSettings withDiscipline(final MoldDiscipline newDiscipline) {
        return with(copy -> copy.discipline = newDiscipline);
    }

    long retryNs() {
        return retryNs;
    }

    int attempts() {
        return attempts;
    }

    int messagesPerRequest() {
        return messagesPerRequest;
    }

    int heldBytes() {
        return heldBytes;
    }

    int sides() {
        return sides;
    }

    boolean continuesAfterLoss() {
        return continuesAfterLoss;
    }

    /** {@return the format of the packets} */
    public PacketFormat format() {
        return format;
    }

    /** {@return rules by which packets are accepted} */
    public MoldDiscipline discipline() {
        return discipline;
    }

    @Override
    protected void check() {
        if (retryNs < 1 || attempts < 1 || messagesPerRequest < 1
                || messagesPerRequest > MoldLayout.MOST_MESSAGES || heldBytes < 0
                || sides < 1 || sides > MOST_SIDES) {
            throw new BusException("out of range: " + retryNs + " ns, " + attempts + " attempts, "
                    + messagesPerRequest + " messages, " + heldBytes + " bytes, " + sides + " sides");
        }
    }
}
