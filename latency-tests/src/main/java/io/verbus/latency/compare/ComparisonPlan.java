package io.verbus.latency.compare;

import java.net.DatagramSocket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.List;

/**
 * How subjects are measured.
 *
 * @param directory on tmpfs, for the files of the subjects; the caller deletes it
 * @param cores of the publishing and of the reading thread; empty: not pinned
 * @param rounds measurements of each subject at each point
 * @param messages most round trips of one measurement
 * @param ms duration of one measurement; of ping-pong the maximum
 * @param warmUpSteps of some 10 ms before the first measurement, with rests for the JVMs' compilers
 * @param addresses of the two sides, for subjects that use a network
 */
public record ComparisonPlan(Path directory, List<Integer> cores, int rounds, int messages, int ms, int warmUpSteps,
        HostPair addresses) {
    /** Processes that were frozen, and the one that gave the order, settle within this time. */
    private static final int LEAD_MS = 250;

    /**
     * A network.
     *
     * @param near address of the side that measures
     * @param far address of the other side; may be the same
     * @param port the lowest of {@value #PORTS} to use; 0 for any free ones
     * @param parameters of RDMA addresses; may be empty
     */
    public record HostPair(String near, String far, int port, String parameters) {
        /** Only this host. */
        public static final HostPair LOOPBACK = new HostPair("127.0.0.1", "127.0.0.1", 0, "");

        /** Ports that are used: two for each variant of the bus, and the last for programs in C. */
        public static final int PORTS = 16;

        private static final int ATTEMPTS = 100;

        /** {@return whether the sides are connected by RDMA, not by shared memory} */
        public boolean isRemote() {
            return port != 0;
        }

        /** {@return {@code over shared memory}, or {@code over RDMA} with addresses and parameters} */
        @Override
        public String toString() {
            return isRemote()
                    ? "over RDMA, " + near + " and " + far + (parameters.isEmpty() ? "" : ", " + parameters)
                    : "over shared memory";
        }

        int programPort() {
            return port + PORTS - 1;
        }

        /** The given port, or the first of two that are free now: not every subject can use any free port. */
        int freePort() {
            for (int attempt = 0; port == 0 && attempt < ATTEMPTS; attempt++) {
                try (DatagramSocket first = new DatagramSocket();
                        DatagramSocket second = new DatagramSocket(first.getLocalPort() + 1)) {
                    return Math.min(first.getLocalPort(), second.getLocalPort());
                } catch (final SocketException | IllegalArgumentException e) {
                    continue; // the next port is in use
                }
            }
            return port;
        }
    }

    /**
     * Returns this plan without pinned threads.
     *
     * @return the plan
     */
    public ComparisonPlan unpinned() {
        return new ComparisonPlan(directory, List.of(), rounds, messages, ms, warmUpSteps, addresses);
    }

    /**
     * Returns this plan with other rounds.
     *
     * @param newRounds measurements of each subject at each point
     * @param newMs of one measurement
     * @return the plan
     */
    public ComparisonPlan withRounds(final int newRounds, final int newMs) {
        return new ComparisonPlan(directory, cores, newRounds, messages, newMs, warmUpSteps, addresses);
    }

    /** Duration of the messages directly before the measured ones. */
    int leadMs() {
        return Math.min(LEAD_MS, ms);
    }

    int core(final int side) {
        return cores.isEmpty() ? -1 : cores.get(side);
    }
}
