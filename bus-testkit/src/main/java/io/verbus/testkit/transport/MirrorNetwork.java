package io.verbus.testkit.transport;

import io.verbus.Bus;
import io.verbus.spi.TransportProvider;
import java.util.List;

/** A publisher's host, and a host with several processes that subscribe: what a transport provides for that. */
public interface MirrorNetwork extends AutoCloseable {
    /** A new process on the publisher's host, or on that of the subscribers. */
    TransportProvider process(boolean publishing);

    /** The kernel ends a process: its devices stop. */
    void kill(TransportProvider process);

    /** The address where the publication listens. */
    String address();

    /** Runs the conductors, in the order given, until nothing moves. */
    void settle(List<Bus> buses, long nowNs);

    /** The connections between the hosts that have not ended. */
    long connections();

    /** From here on, buses are closed. */
    void closing();

    @Override
    void close();
}
