package io.verbus.latency.compare;

import io.verbus.BusException;
import io.verbus.latency.worker.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A program without a bus, as server and as client.
 *
 * @param name in messages
 * @param server command of the side that accepts one client
 * @param client command of the side that measures; its output fits into a pipe
 */
record ProgramPair(String name, List<String> server, List<String> client) {
    private static final long PATIENCE_MS = 60_000;
    /** A server ends after its client, within a second; else it is killed. */
    private static final long END_MS = 1_000;
    /** Not every server prints when it listens, so the client is started again while it can't connect. */
    private static final int ATTEMPTS = 20;
    private static final long REST_NS = 100_000_000;

    /** Runs both until the client has succeeded; returns its output. */
    String run() {
        ChildProcess asking = null;
        final ChildProcess serving = start(server, ProcessBuilder.Redirect.DISCARD);
        try {
            String output = "";
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                LockSupport.parkNanos(REST_NS);
                asking = start(client, ProcessBuilder.Redirect.PIPE);
                if (!asking.awaitEnd(PATIENCE_MS)) {
                    throw new BusException(name + " did not end within " + PATIENCE_MS / 1_000 + " s");
                }
                output = new String(asking.process().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (!asking.hasFailed()) {
                    return output;
                }
            }
            throw new BusException(name + " failed; last output: " + output.strip());
        } catch (final IOException e) {
            throw new BusException("cannot read the output of " + name + ": " + e.getMessage(), e);
        } finally {
            if (asking != null) {
                asking.endWithin(END_MS);
            }
            serving.endWithin(END_MS);
        }
    }

    private ChildProcess start(final List<String> command, final ProcessBuilder.Redirect output) {
        return ChildProcess.start(name, new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output));
    }
}
