package io.verbus.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The begin or the end of the back pressure that a subscription causes. */
@Category("Verbus")
@StackTrace(false)
public abstract class BackPressureEvent extends Event {
    // Not private: JFR leaves out private fields of superclasses.
    @Label("Stream")
    final String stream;
    @Label("Subscription")
    final String subscription;
    @Label("Process Id")
    final long pid;

    private BackPressureEvent(final String stream, final String subscription, final long pid) {
        this.stream = stream;
        this.subscription = subscription;
        this.pid = pid;
    }

    /** Claims are refused from now on. */
    @Name("io.verbus.BackPressureBegan")
    @Label("Back Pressure Began")
    public static final class Began extends BackPressureEvent {
        public Began(final String stream, final String subscription, final long pid) {
            super(stream, subscription, pid);
        }
    }

    /** Claims have not been refused for some duty cycles. */
    @Name("io.verbus.BackPressureEnded")
    @Label("Back Pressure Ended")
    public static final class Ended extends BackPressureEvent {
        @Label("Refused Claims")
        private final long claims;
        @Label("Time of Refusals")
        @Timespan(Timespan.NANOSECONDS)
        private final long refusedNs;

        /**
         * @param claims refused since the begin
         * @param refusedNs for this time in total
         */
        public Ended(final String stream, final String subscription, final long pid, final long claims,
                final long refusedNs) {
            super(stream, subscription, pid);
            this.claims = claims;
            this.refusedNs = refusedNs;
        }
    }
}
