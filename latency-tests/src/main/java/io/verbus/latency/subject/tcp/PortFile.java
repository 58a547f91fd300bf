package io.verbus.latency.subject.tcp;

import io.verbus.latency.subject.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The port of a stream, in a file in a shared directory: the listening process takes any free port and writes it. Two
 * hosts share no directory, so the port is one of their range.
 */
public final class PortFile {
    /** After those of the bus. */
    private static final int OFFSET = 12;

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

    /** The port to listen at. */
    static int toBind(final Place place, final String stream) {
        return place.isApart() ? fixed(place, stream) : 0;
    }

    /** The port to connect to. */
    static int toConnect(final Place place, final String stream) throws IOException {
        return place.isApart() ? fixed(place, stream) : read(place.directory(), stream);
    }

    private static int fixed(final Place place, final String stream) {
        return place.port() + OFFSET + (stream.equals("there") ? 0 : 1);
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
