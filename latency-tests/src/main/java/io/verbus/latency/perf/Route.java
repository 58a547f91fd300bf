package io.verbus.latency.perf;

import io.verbus.latency.jobs.Words;
import io.verbus.latency.worker.Line;

/** Between which addresses the two sides speak. */
public sealed interface Route {
    /** Both sides on this host, in shared memory. */
    record SharedMemory() implements Route {
        @Override
        public String toString() {
            return "over shared memory";
        }

        @Override
        public Line first(final Line job, final int slot) {
            return job;
        }

        @Override
        public Line second(final Line job, final int slot) {
            return job;
        }
    }

    /**
     * Over RDMA.
     *
     * @param first address of the side that measures, or publishes
     * @param second address of the other side; may be the same
     * @param port the lowest of {@value #PORTS} that may be used
     * @param parameters of all addresses, such as {@code receives=1024}; may be empty
     */
    record Rdma(String first, String second, int port, String parameters) implements Route {
        /** Ports that a route uses, two a slot and the last for programs that are not ours. */
        public static final int PORTS = 16;

        @Override
        public Line first(final Line job, final int slot) {
            return job.with(Words.LISTEN, uri(first, port(slot), parameters))
                    .with(Words.CONNECT, uri(second, port(slot) + 1, from(first)));
        }

        @Override
        public Line second(final Line job, final int slot) {
            return job.with(Words.LISTEN, uri(second, port(slot) + 1, parameters))
                    .with(Words.CONNECT, uri(first, port(slot), from(second)));
        }

        @Override
        public String toString() {
            return "over RDMA, " + first + " and " + second + (parameters.isEmpty() ? "" : ", " + parameters);
        }

        /** A port for a program that is not ours. */
        int foreignPort() {
            return port + PORTS - 1;
        }

        private int port(final int slot) {
            return port + 2 * slot;
        }

        /** Without a source the host would take the first of its addresses that leads there. */
        private String from(final String source) {
            final String pair = "source=" + source;
            return parameters.isEmpty() ? pair : pair + "&" + parameters;
        }

        private static String uri(final String host, final int port, final String query) {
            return "rdma://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port
                    + (query.isEmpty() ? "" : "?" + query);
        }
    }

    /**
     * The job of a process on the side that measures, or publishes.
     *
     * @param job without addresses
     * @param slot a number that no other pair of processes has
     * @return job with addresses
     */
    Line first(Line job, int slot);

    /**
     * The job of a process on the other side.
     *
     * @param job without addresses
     * @param slot that of the first
     * @return job with addresses
     */
    Line second(Line job, int slot);
}
