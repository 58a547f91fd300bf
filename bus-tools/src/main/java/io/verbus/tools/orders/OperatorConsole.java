package io.verbus.tools.orders;

import io.verbus.BusException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs commands of an operator, one a line, while the seat stays connected. */
final class OperatorConsole {
    /** So often the seat sends and reads while there is no input. */
    private static final long POLL_MS = 20;
    private static final String END = "";

    private final OperatorSession session;
    private final Consumer<String> commands;
    private final PrintWriter out;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    OperatorConsole(final OperatorSession session, final Consumer<String> commands, final PrintWriter out) {
        this.session = session;
        this.commands = commands;
        this.out = out;
    }

    /**
     * Runs all lines.
     *
     * @return how many failed
     * @throws BusException if the seat has ended
     */
    int run(final InputStream input) {
        Thread.ofPlatform().daemon().name("verbus-console").start(() -> read(input));
        print("connected");
        int failures = 0;
        for (String line = next(); !line.equals(END); line = next()) {
            try {
                commands.accept(line);
                print(line + ": done");
            } catch (final BusException e) {
                session.requireRunning();
                print(line + ": " + e.getMessage());
                failures++;
            }
        }
        return failures;
    }

    /** The next line that is not empty; polls the seat while there is none. */
    private String next() {
        try {
            String line = lines.poll();
            while (line == null) {
                session.poll();
                line = lines.poll(POLL_MS, TimeUnit.MILLISECONDS);
            }
            return line;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return END;
        }
    }

    private void read(final InputStream input) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
            in.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(lines::add);
        } catch (final IOException | UncheckedIOException e) {
            // as its end
        } finally {
            lines.add(END);
        }
    }

    private void print(final String line) {
        out.println(line);
        out.flush();
    }
}
