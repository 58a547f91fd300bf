package io.verbus.latency.compare;

import io.verbus.BusException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A program without a bus, as server and as client.
 *
 * @param name in messages
 * @param server command of the side that accepts one client
 * @param client command of the side that measures; its output fits into a pipe
 */
record ProgramPair(String name, List<String> server, List<String> client) {
    private static final long PATIENCE_SECONDS = 60;
    /** Not every server prints when it listens, so the client is started again while it can't connect. */
    private static final int ATTEMPTS = 20;
    private static final long REST_NS = 100_000_000;

    /** Runs both until the client has succeeded; returns its output. */
    String run() {
        Process asking = null;
        Process serving = null;
        try {
            serving = start(server, ProcessBuilder.Redirect.DISCARD);
            String output = "";
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                LockSupport.parkNanos(REST_NS);
                asking = start(client, ProcessBuilder.Redirect.PIPE);
                if (!asking.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw new BusException(name + " did not end within " + PATIENCE_SECONDS + " s");
                }
                output = new String(asking.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (asking.exitValue() == 0) {
                    return output;
                }
            }
            throw new BusException(name + " failed; last output: " + output.strip());
        } catch (final IOException e) {
            throw new BusException("cannot run " + name + ": " + e.getMessage(), e);
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

    /** A server ends after its client, within a second; else it is killed. */
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
