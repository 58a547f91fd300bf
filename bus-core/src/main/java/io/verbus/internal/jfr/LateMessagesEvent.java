package io.verbus.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A subscription has received messages late, for one cause. */
@Name("io.verbus.LateMessages")
@Label("Late Messages")
@Category("Verbus")
@StackTrace(false)
public final class LateMessagesEvent extends Event {
    @Label("Stream")
    private final String stream;
    @Label("Subscription")
    private final String subscription;
    @Label("Cause")
    private final String cause;
    @Label("Messages")
    private final long messages;
    @Label("Longest Time")
    @Timespan(Timespan.NANOSECONDS)
    private final long longestNs;

    /**
     * @param stream of the subscription
     * @param subscription its name
     * @param cause of all of them
     * @param messages number of messages since the event before
     * @param longestNs longest time from commit to handler, or from the first refusal of the claim
     */
    public LateMessagesEvent(final String stream, final String subscription, final String cause, final long messages,
            final long longestNs) {
        this.stream = stream;
        this.subscription = subscription;
        this.cause = cause;
        this.messages = messages;
        this.longestNs = longestNs;
    }
}
