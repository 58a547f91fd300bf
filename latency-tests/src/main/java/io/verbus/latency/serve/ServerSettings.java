package io.verbus.latency.serve;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of a server.
 *
 * @param command of both sides, such as {@code ./bus perf --transport tcp}; a client of another one is refused
 * @param directory on tmpfs, for the files of the subjects; the caller deletes it
 * @param address of this side, at which it listens too; {@code 0.0.0.0} or {@code ::} for any, and then that to which
 *            the client has connected
 * @param port the lowest of the ports to use
 * @param parameters of the RDMA addresses of this side; may be empty
 * @param core of the measuring thread; empty: not pinned
 * @param subjects that a client may measure
 * @param feed of the demo
 * @param noRdma why there is no RDMA; empty if there is
 * @param machine names and values to be shown in the client's report
 */
public record ServerSettings(String command, Path directory, String address, int port, String parameters,
        Optional<Integer> core, List<String> subjects, Optional<PlayedFeed> feed, Optional<String> noRdma,
        Map<String, String> machine) {
    /** The feed handler of the demo. */
    @FunctionalInterface
    public interface PlayedFeed {
        /**
         * Starts it at the first call.
         *
         * @param address of this side, at which it listens
         * @param core of its thread; empty: not pinned
         * @return its session, to be shown
         * @throws io.verbus.BusException if it has failed
         */
        String play(String address, Optional<Integer> core);
    }

    /** These settings for a client that has connected to an address, which replaces that for any. */
    ServerSettings reachedAt(final String reached) {
        return InetAddress.ofLiteral(address).isAnyLocalAddress()
                ? new ServerSettings(command, directory, reached, port, parameters, core, subjects, feed, noRdma,
                        machine)
                : this;
    }
}
