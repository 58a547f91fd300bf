package io.verbus.transport;

import java.net.URI;

/**
 * Brings logs to images on other hosts. One a bus.
 *
 * <p>A connection joins one log to one image, and is made by either side; on a connection the subscriber asks
 * ({@link Request}), the publisher offers ({@link Offer}), the subscriber gives memory to write into. Every connection
 * is a new epoch, and has a {@link Link} at each end.
 *
 * <p>Called by the conductor, or by others while the conductor does not run; nothing here waits. Ends are called inside
 * {@link #doWork} only.
 */
public interface Transport extends AutoCloseable {
    /**
     * Lets subscribers connect to a log. Any number of logs and images may listen at one address.
     *
     * @param at address of this host; what it may say besides host and port is the transport's
     * @param end whose log it is
     * @throws io.verbus.BusException if the address is none, is in use by another, or says something unknown
     */
    void listen(URI at, LogEnd end);

    /**
     * Lets publishers connect to a subscription.
     *
     * @param at address of this host
     * @param end whose subscription it is
     * @throws io.verbus.BusException if the address is none, is in use by another, or says something unknown
     */
    void listen(URI at, ImageEnd end);

    /**
     * Makes one attempt to bring a log to a subscription that listens. What comes of it, the end is told.
     *
     * @param to address of the subscriber's host
     * @param end whose log it is
     * @throws io.verbus.BusException if the address is none, or says something unknown
     */
    void connect(URI to, LogEnd end);

    /**
     * Makes one attempt to get a log from a publisher that listens. What comes of it, the end is told.
     *
     * @param to address of the publisher's host
     * @param end whose subscription it is
     * @param request what to ask for
     * @throws io.verbus.BusException if the address is none, or says something unknown
     */
    void connect(URI to, ImageEnd end, Request request);

    /**
     * Makes and accepts no more connections for a log; attempts under way come to nothing without a call. Its links
     * stay.
     *
     * @param end that has listened or connected
     */
    void forget(LogEnd end);

    /**
     * Makes and accepts no more connections for a subscription; attempts under way come to nothing without a call, and
     * memory that was given for them is free when this returns. Its links stay.
     *
     * @param end that has listened or connected
     */
    void forget(ImageEnd end);

    /**
     * Where a polling thread hears of what has been written into its images.
     *
     * @param maxImages that it can have at once
     * @return arrivals, to be closed when all links that use them are closed
     * @throws io.verbus.BusException if no device can hold so many
     */
    Arrivals arrivals(int maxImages);

    /**
     * One turn: connections, handshakes and their time-outs, what devices report.
     *
     * @param nowNs on the monotonic clock
     * @return how much was done
     */
    int doWork(long nowNs);

    /** {@return whether something is under way, a handshake say, that should not wait for a whole duty cycle} */
    default boolean isUrgent() {
        return false;
    }

    /** Ends and closes all that is left. */
    @Override
    void close();
}
