package io.verbus.latency.subject.tcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The port of a stream, in a file in a shared directory: the listening process takes any free port and writes it. */
public final class PortFile {
    private PortFile() {
    }

    /**
     * Writes the port, atomically.
     *
     * @param directory that the processes share
     * @param stream name of the stream
     * @param port to connect to
     * @throws IOException if it can't be written
     */
    public static void write(final Path directory, final String stream, final int port) throws IOException {
        final Path whole = Files.writeString(directory.resolve(stream + ".port.new"), Integer.toString(port));
        Files.move(whole, directory.resolve(stream + ".port"), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Reads the port.
     *
     * @param directory that the processes share
     * @param stream name of the stream
     * @return the port
     * @throws IOException if it was not written
     */
    public static int read(final Path directory, final String stream) throws IOException {
        return Integer.parseInt(Files.readString(directory.resolve(stream + ".port")));
    }
}
