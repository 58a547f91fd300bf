package io.verbus.latency.compare;

import io.verbus.BusException;
import io.verbus.latency.worker.ChildProcess;
import io.verbus.latency.worker.ServedProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A program without a bus, as server and as client.
 *
 * @param name in messages
 * @param server starts the side that accepts one client; the result waits for its end and returns its output
 * @param client command of the side that measures; its output fits into a pipe
 */
record ProgramPair(String name, Supplier<Supplier<String>> server, List<String> client) {
    private static final long PATIENCE_MS = 60_000;
    private static final long END_MS = 1_000;
    /** Not every server prints when it listens, so the client is started again while it can't connect. */
    private static final int ATTEMPTS = 20;
    private static final long REST_NS = 100_000_000;

    /** A pair of which the server runs on this host, too. */
    static ProgramPair local(final String name, final List<String> server, final List<String> client) {
        return new ProgramPair(name, () -> ServedProgram.start(name, server)::output, client);
    }

    /** Runs both until the client has succeeded. */
    Output run() {
        final Supplier<String> serving = server.get();
        final String output;
        try {
            output = runClient();
        } catch (final BusException e) {
            serving.get();
            throw e;
        }
        return new Output(output, serving.get());
    }

    private String runClient() {
        String output = "";
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            LockSupport.parkNanos(REST_NS);
            final ChildProcess asking = ChildProcess.start(name,
                    new ProcessBuilder(client).redirectErrorStream(true));
            try {
                if (!asking.awaitEnd(PATIENCE_MS)) {
                    throw new BusException(name + " did not end within " + PATIENCE_MS / 1_000 + " s");
                }
                output = new String(asking.process().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (!asking.hasFailed()) {
                    return output;
                }
            } catch (final IOException e) {
                throw new BusException("cannot read the output of " + name + ": " + e.getMessage(), e);
            } finally {
                asking.endWithin(END_MS);
            }
        }
        throw new BusException(name + " failed; last output: " + output.strip());
    }

    /** Output of both. */
    record Output(String client, String server) {}
}
