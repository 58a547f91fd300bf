package io.verbus.internal.monitor;

import io.verbus.BusException;
import io.verbus.internal.log.LogWriter;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKey;
import io.verbus.monitor.CounterKind;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * The counters of a publication.
 *
 * @param position updated by the conductor
 * @param messages updated by the conductor
 * @param backPressure updated by the publisher's thread
 * @param subscribers updated by the conductor
 * @param lags of subscriptions on other hosts, updated by the conductor
 * @param positions of subscriptions on other hosts, updated by the conductor
 * @param silences of subscriptions on other hosts, updated by the conductor
 * @param refusals of BLOCK of subscriptions on other hosts, updated by the conductor
 * @param epochs of the connections to subscriptions on other hosts, updated by the conductor
 * @param credits of these connections, updated by the conductor
 */
public record PublicationCounters(ShownCounter position, ShownCounter messages, AtomicCounter backPressure,
        ShownCounter subscribers, ReaderCounters lags, ReaderCounters positions, ReaderCounters silences,
        ReaderCounters refusals, ReaderCounters epochs, ReaderCounters credits) {
    /**
     * New counters. Under the conductor's lock.
     *
     * @param counters of the process
     * @param about key of the publication
     * @param errorHandler is called if there is no room for a counter later
     * @return counters at 0
     * @throws BusException if there is no room for them
     */
    public static PublicationCounters of(final BusCounters counters, final CounterKey about,
            final ErrorHandler errorHandler) {
        final AtomicCounter[] added = counters.add(about, CounterKind.PUBLICATION_POSITION,
                CounterKind.PUBLICATION_MESSAGES, CounterKind.BACK_PRESSURE, CounterKind.SUBSCRIBERS);
        return new PublicationCounters(new ShownCounter(added[0]), new ShownCounter(added[1]), added[2],
                new ShownCounter(added[3]),
                new ReaderCounters(counters, CounterKind.REMOTE_LAG_BYTES, errorHandler),
                new ReaderCounters(counters, CounterKind.REMOTE_POSITION, errorHandler),
                new ReaderCounters(counters, CounterKind.REMOTE_SILENT, errorHandler),
                new ReaderCounters(counters, CounterKind.REMOTE_REFUSAL, errorHandler),
                new ReaderCounters(counters, CounterKind.REMOTE_EPOCHS, errorHandler),
                new ReaderCounters(counters, CounterKind.REMOTE_CREDIT_BYTES, errorHandler));
    }

    /**
     * Updates the conductor's counters.
     *
     * @param writer of the log
     * @param readers number of subscriptions
     */
    public void update(final LogWriter writer, final int readers) {
        position.show(writer.position());
        messages.show(writer.sequence());
        subscribers.show(readers);
    }

    /**
     * Releases the counters. Under the conductor's lock.
     *
     * @return true
     */
    public boolean close() {
        position.close();
        messages.close();
        backPressure.close();
        subscribers.close();
        lags.close();
        positions.close();
        silences.close();
        refusals.close();
        epochs.close();
        credits.close();
        return true;
    }
}
