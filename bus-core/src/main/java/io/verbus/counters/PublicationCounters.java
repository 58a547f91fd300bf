package io.verbus.counters;

import io.verbus.log.LogWriter;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * What is counted of a publication.
 *
 * @param position by the conductor
 * @param messages by the conductor
 * @param backPressure by the publisher's thread
 * @param subscribers by the conductor
 */
public record PublicationCounters(AtomicCounter position, AtomicCounter messages, AtomicCounter backPressure,
        AtomicCounter subscribers) {
    /**
     * New counters. Under the conductor's lock.
     *
     * @param counters of the process
     * @param stream that is published
     * @return counters at 0
     */
    public static PublicationCounters of(final BusCounters counters, final String stream) {
        return new PublicationCounters(
                counters.add(CounterKind.PUBLICATION_POSITION, stream),
                counters.add(CounterKind.PUBLICATION_MESSAGES, stream),
                counters.add(CounterKind.BACK_PRESSURE, stream),
                counters.add(CounterKind.SUBSCRIBERS, stream));
    }

    /**
     * Brings the conductor's counters up to date.
     *
     * @param writer of the log
     * @param readers how many there are
     */
    public void update(final LogWriter writer, final int readers) {
        position.setOpaque(writer.position());
        messages.setOpaque(writer.sequence());
        subscribers.setOpaque(readers);
    }

    /**
     * Gives the counters back. Under the conductor's lock.
     *
     * @return true
     */
    public boolean close() {
        position.close();
        messages.close();
        backPressure.close();
        subscribers.close();
        return true;
    }
}
