package io.verbus.spi;

import java.net.URI;

/**
 * Carries logs to images on other hosts. One per bus.
 *
 * <p>A connection joins one log to one image, and either side may connect. On a connection the subscriber sends a
 * {@link Request}, the publisher responds with an {@link Offer}, and the subscriber provides memory. Every connection
 * is a new epoch, with a {@link Link} at each end.
 *
 * <p>Called by the conductor, or by other threads while the conductor does not run; nothing here waits. Ends are called
 * inside {@link #doWork} only.
 */
public interface Transport extends AutoCloseable {
    /**
     * Accepts connections of subscribers to a log. Any number of logs and images may listen at one address.
     *
     * @param at address of this host; its other parts are settings of the transport
     * @param end of the log
     * @throws io.verbus.BusException if the address is invalid, in use by another program, or has unknown settings
     */
    void listen(URI at, LogAcceptor end);

    /**
     * Accepts connections of publishers to a subscription.
     *
     * @param at address of this host
     * @param end of the subscription
     * @throws io.verbus.BusException if the address is invalid, in use by another program, or has unknown settings
     */
    void listen(URI at, ImageEnd end);

    /**
     * Makes one attempt to connect a log to a listening subscription. The result is reported to the end.
     *
     * @param to address of the subscriber's host
     * @param end of the log
     * @throws io.verbus.BusException if the address is invalid, or has unknown settings
     */
    void connect(URI to, LogConnector end);

    /**
     * Makes one attempt to connect a subscription to a listening publisher. The result is reported to the end.
     *
     * @param to address of the publisher's host
     * @param end of the subscription
     * @param request of the subscription
     * @throws io.verbus.BusException if the address is invalid, or has unknown settings
     */
    void connect(URI to, ImageEnd end, Request request);

    /**
     * Stops connecting and accepting for a log; pending attempts are dropped without a call. Its links stay.
     *
     * @param end that has listened or connected
     */
    void forget(LogAcceptor end);

    /**
     * Stops connecting and accepting for a subscription; pending attempts are dropped without a call, and their memory
     * is unused when this returns. Its links stay.
     *
     * @param end that has listened or connected
     */
    void forget(ImageEnd end);

    /**
     * Creates the arrivals of a polling thread.
     *
     * @param maxImages number of images at once
     * @return arrivals, to be closed when all links that use them are closed
     * @throws io.verbus.BusException if no device can hold so many
     */
    ReceivePoller receivePoller(int maxImages);

    /**
     * Runs one cycle: connections, handshakes and their timeouts, events of devices.
     *
     * @param nowNs on the monotonic clock
     * @return the amount of work done
     */
    int doWork(long nowNs);

    /** {@return whether the next cycle is urgent, for example during a handshake} */
    default boolean isUrgent() {
        return false;
    }

    /**
     * Whether each push is a system call, which takes microseconds. The bus then has a thread that pushes in turns with
     * the publishing threads.
     *
     * @return false if a publishing thread can push each commit
     */
    default boolean pushesBySystemCall() {
        return false;
    }

    /** Ends and closes all connections. */
    @Override
    void close();
}
