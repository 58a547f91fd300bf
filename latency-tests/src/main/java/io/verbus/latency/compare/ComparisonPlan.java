package io.verbus.latency.compare;

import io.verbus.latency.control.FarHost;
import java.net.DatagramSocket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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
 * @param farHost the host of the far sides; empty if both sides are on this host
 * @param patience within which a process answers an order, or is killed
 */
public record ComparisonPlan(Path directory, List<Integer> cores, int rounds, int messages, int ms, int warmUpSteps,
        HostPair addresses, Optional<FarHost> farHost, Duration patience) {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    /** Processes that were frozen, and the one that gave the order, settle within this time. */
    private static final int LEAD_MS = 250;

    /**
     * A network.
     *
     * @param scheme of the transport: {@link #SHM}, {@link #RDMA} or {@link #TCP}
     * @param near address of the side that measures
     * @param far address of the other side; may be the same
     * @param port the lowest of {@value #PORTS} to use; 0 for any free ones
     * @param parameters of the addresses; may be empty
     * @param isApart whether the sides are on two hosts, which share no folder
     */
    public record HostPair(String scheme, String near, String far, int port, String parameters, boolean isApart) {
        /** Shared memory. */
        public static final String SHM = "shm";
        /** Verbs. */
        public static final String RDMA = "rdma";
        /** Sockets. */
        public static final String TCP = "tcp";

        /** Only this host. */
        public static final HostPair LOOPBACK = new HostPair(SHM, "127.0.0.1", "127.0.0.1", 0, "", false);

        /**
         * Ports that are used: two for each variant of the bus, two for TCP between two hosts, one for the control
         * connection between them, and the last for programs in C.
         */
        public static final int PORTS = 16;

        private static final int ATTEMPTS = 100;

        /**
         * Returns whether a transport connects the sides.
         *
         * @param transport its scheme
         * @return whether it does
         */
        public boolean isOver(final String transport) {
            return scheme.equals(transport);
        }

        /** {@return whether the sides are connected by a network, not by shared memory} */
        public boolean isRemote() {
            return !scheme.equals(SHM);
        }

        /** {@return {@code over shared memory}, or {@code over RDMA} or TCP with addresses and parameters} */
        @Override
        public String toString() {
            return isRemote()
                    ? (isApart ? "between two hosts, " : "over " + scheme.toUpperCase(Locale.ROOT) + ", ") + near
                            + " and " + far
                            + (parameters.isEmpty() ? "" : ", " + parameters)
                    : "over shared memory";
        }

        int programPort() {
            return port + PORTS - 1;
        }

        /**
         * Returns the port of the control connection.
         *
         * @param port the lowest port
         * @return its TCP port
         */
        public static int controlPort(final int port) {
            return port + PORTS - 2;
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
     * Makes a plan of measurements with the usual patience of two minutes.
     *
     * @param directory on tmpfs, for the files of the subjects; the caller deletes it
     * @param cores of the publishing and of the reading thread; empty: not pinned
     * @param rounds measurements of each subject at each point
     * @param messages most round trips of one measurement
     * @param ms duration of one measurement
     * @param warmUpSteps before the first measurement
     * @param addresses of the two sides
     * @param farHost the host of the far sides; empty if both sides are on this host
     */
    public ComparisonPlan(final Path directory, final List<Integer> cores, final int rounds, final int messages,
            final int ms, final int warmUpSteps, final HostPair addresses, final Optional<FarHost> farHost) {
        this(directory, cores, rounds, messages, ms, warmUpSteps, addresses, farHost, PATIENCE);
    }

    /**
     * Makes a plan of measurements on this host.
     *
     * @param directory on tmpfs, for the files of the subjects; the caller deletes it
     * @param cores of the publishing and of the reading thread; empty: not pinned
     * @param rounds measurements of each subject at each point
     * @param messages most round trips of one measurement
     * @param ms duration of one measurement
     * @param warmUpSteps before the first measurement
     * @param addresses of the two sides
     */
    public ComparisonPlan(final Path directory, final List<Integer> cores, final int rounds, final int messages,
            final int ms, final int warmUpSteps, final HostPair addresses) {
        this(directory, cores, rounds, messages, ms, warmUpSteps, addresses, Optional.empty());
    }

    /**
     * Returns this plan without pinned threads.
     *
     * @return the plan
     */
    public ComparisonPlan unpinned() {
        return new ComparisonPlan(directory, List.of(), rounds, messages, ms, warmUpSteps, addresses, farHost,
                patience);
    }

    /**
     * Returns this plan with other rounds.
     *
     * @param newRounds measurements of each subject at each point
     * @param newMs of one measurement
     * @return the plan
     */
    public ComparisonPlan withRounds(final int newRounds, final int newMs) {
        return new ComparisonPlan(directory, cores, newRounds, messages, newMs, warmUpSteps, addresses, farHost,
                patience);
    }

    /**
     * Returns this plan with another patience.
     *
     * @param newPatience within which a process answers an order, or is killed; longer than a measurement
     * @return the plan
     */
    public ComparisonPlan withPatience(final Duration newPatience) {
        return new ComparisonPlan(directory, cores, rounds, messages, ms, warmUpSteps, addresses, farHost, newPatience);
    }

    /** Duration of the messages directly before the measured ones. */
    int leadMs() {
        return Math.min(LEAD_MS, ms);
    }

    int core(final int side) {
        return cores.isEmpty() ? -1 : cores.get(side);
    }
}
