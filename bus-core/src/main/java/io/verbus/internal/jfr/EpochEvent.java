package io.verbus.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The begin or the end of a connection between two hosts, at either end. */
@Category("Verbus")
@StackTrace(false)
public abstract class EpochEvent extends Event {
    // Not private: JFR leaves out private fields of superclasses.
    @Label("Peer")
    final String peer;
    @Label("Subject")
    final String subject;
    @Label("Epoch")
    final long epoch;
    @Label("Link")
    final String link;

    private EpochEvent(final String peer, final String subject, final long epoch, final String link) {
        this.peer = peer;
        this.subject = subject;
        this.epoch = epoch;
        this.link = link;
    }

    /** An epoch has begun. */
    @Name("io.verbus.EpochBegan")
    @Label("Epoch Began")
    public static final class Began extends EpochEvent {
        /**
         * @param peer address of the other host
         * @param subject the subscription or the session that the epoch belongs to
         * @param epoch its number, from 1, of the subject
         * @param link how it carries messages; empty if unknown
         */
        public Began(final String peer, final String subject, final long epoch, final String link) {
            super(peer, subject, epoch, link);
        }
    }

    /** An epoch has ended. */
    @Name("io.verbus.EpochEnded")
    @Label("Epoch Ended")
    public static final class Ended extends EpochEvent {
        /**
         * @param peer address of the other host
         * @param subject the subscription or the session that the epoch belongs to
         * @param epoch its number, from 1, of the subject
         * @param link how it carries messages; empty if unknown
         */
        public Ended(final String peer, final String subject, final long epoch, final String link) {
            super(peer, subject, epoch, link);
        }
    }
}
