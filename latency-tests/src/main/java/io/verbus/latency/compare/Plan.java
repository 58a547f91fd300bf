package io.verbus.latency.compare;

import java.net.DatagramSocket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.List;

/**
 * How is measured.
 *
 * @param directory on tmpfs, for all that the subjects keep; the caller deletes it
 * @param cores of the publishing and of the reading thread; empty to pin nothing
 * @param rounds how often each subject is measured at each point, in turns
 * @param messages round trips of one measurement, at most
 * @param ms how long one measurement takes: of ping-pong at most, of others about
 * @param warmUpSteps of a few ten ms each before the first measurement, with rests for the JVMs' compilers
 * @param addresses between which the sides speak that speak over a network
 */
public record Plan(Path directory, List<Integer> cores, int rounds, int messages, int ms, int warmUpSteps,
        Addresses addresses) {
    /**
     * A network.
     *
     * @param near address of the side that measures
     * @param far address of the other side; may be the same
     * @param port the lowest of a few that may be used; 0 for any that are free
     * @param parameters of RDMA addresses; may be empty
     */
    public record Addresses(String near, String far, int port, String parameters) {
        /** This host alone. */
        public static final Addresses LOOPBACK = new Addresses("127.0.0.1", "127.0.0.1", 0, "");

        private static final int ATTEMPTS = 100;

        /** The lowest of two ports that are free now, where they are not given: not every subject can ask for any. */
        int freePort() {
            for (int attempt = 0; port == 0 && attempt < ATTEMPTS; attempt++) {
                try (DatagramSocket first = new DatagramSocket();
                        DatagramSocket second = new DatagramSocket(first.getLocalPort() + 1)) {
                    return Math.min(first.getLocalPort(), second.getLocalPort());
                } catch (final SocketException | IllegalArgumentException e) {
                    continue; // somebody has the next one
                }
            }
            return port;
        }
    }

    int core(final int side) {
        return cores.isEmpty() ? -1 : cores.get(side);
    }
}
