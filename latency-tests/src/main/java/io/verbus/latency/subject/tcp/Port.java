package io.verbus.latency.subject.tcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** How two processes that share a directory agree on a port: who listens takes any, and writes down which. */
public final class Port {
    private Port() {
    }

    /**
     * Writes it down, at once.
     *
     * @param directory that they share
     * @param stream what it is for
     * @param port to connect to
     * @throws IOException if it can't be written
     */
    public static void tell(final Path directory, final String stream, final int port) throws IOException {
        final Path whole = Files.writeString(directory.resolve(stream + ".port.new"), Integer.toString(port));
        Files.move(whole, directory.resolve(stream + ".port"), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Reads it.
     *
     * @param directory that they share
     * @param stream what it is for
     * @return the port
     * @throws IOException if it was not written
     */
    public static int ask(final Path directory, final String stream) throws IOException {
        return Integer.parseInt(Files.readString(directory.resolve(stream + ".port")));
    }
}
