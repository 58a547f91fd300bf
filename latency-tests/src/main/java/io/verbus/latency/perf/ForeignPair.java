package io.verbus.latency.perf;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that is not ours, as server and as client.
 *
 * @param name for people
 * @param server command of the side that waits for one client
 * @param client command of the side that measures, and prints less than a pipe holds
 */
record ForeignPair(String name, List<String> server, List<String> client) {
    private static final long PATIENCE_SECONDS = 60;
    /** Not every program says when it listens, so the client is started again while nobody answers it. */
    private static final int ATTEMPTS = 20;
    private static final long REST_NS = 100_000_000;

    /** Runs both until the client has ended well, and returns what that has printed. */
    String run() {
        Process asking = null;
        Process serving = null;
        try {
            serving = start(server, ProcessBuilder.Redirect.DISCARD);
            String said = "";
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                LockSupport.parkNanos(REST_NS);
                asking = start(client, ProcessBuilder.Redirect.PIPE);
                if (!asking.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw new BusException(name + " has not ended after " + PATIENCE_SECONDS + " s");
                }
                said = new String(asking.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (asking.exitValue() == 0) {
                    return said;
                }
            }
            throw new BusException(name + " does not work here; what it said last: " + said.strip());
        } catch (final IOException e) {
            throw new BusException("can't run " + name + ": " + e.getMessage(), e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BusException("interrupted", e);
        } finally {
            end(asking);
            end(serving);
        }
    }

    private static Process start(final List<String> command, final ProcessBuilder.Redirect output)
            throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
    }

    /** The server of a client that ended well ends by itself, if it is given the time. */
    private static void end(final Process process) {
        if (process != null) {
            try {
                if (!process.waitFor(1, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (final InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
