package io.verbus;

import io.verbus.counters.BusCounters;
import io.verbus.counters.CounterKind;
import io.verbus.log.LogWriter;
import org.agrona.concurrent.status.AtomicCounter;

/** What is counted of a publication: by its thread when a claim is refused, by the conductor the rest. */
record PublicationCounters(AtomicCounter position, AtomicCounter messages, AtomicCounter backPressure,
        AtomicCounter subscribers) {
    static PublicationCounters of(final BusCounters counters, final String stream) {
        return new PublicationCounters(
                counters.add(CounterKind.PUBLICATION_POSITION, stream),
                counters.add(CounterKind.PUBLICATION_MESSAGES, stream),
                counters.add(CounterKind.BACK_PRESSURE, stream),
                counters.add(CounterKind.SUBSCRIBERS, stream));
    }

    void update(final LogWriter writer, final int readers) {
        position.setOpaque(writer.position());
        messages.setOpaque(writer.sequence());
        subscribers.setOpaque(readers);
    }

    boolean close() {
        position.close();
        messages.close();
        backPressure.close();
        subscribers.close();
        return true;
    }
}
