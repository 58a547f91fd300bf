package io.verbus.internal.recovery;

import io.verbus.BusException;
import java.util.HexFormat;

/** The names of the streams of range requests and range responses. */
public final class ReplayStreams {
    private static final String SUFFIX = ".replay";
    private static final int MAX_LENGTH = 120;
    /** Longest name of a recoverable stream: the name of the response stream is longer and limited too. */
    private static final int MAX_STREAM_LENGTH = MAX_LENGTH - SUFFIX.length() - 1 - 2 * Long.BYTES;

    private ReplayStreams() {
    }

    /**
     * The stream of range requests.
     *
     * @param stream name of the recorded stream
     * @return name of the request stream
     * @throws BusException if the stream's name is too long
     */
    public static String requests(final String stream) {
        if (stream.length() > MAX_STREAM_LENGTH) {
            throw new BusException("stream name " + stream + " has " + stream.length()
                    + " characters: use at most " + MAX_STREAM_LENGTH + " for a stream with recovery");
        }
        return stream + SUFFIX;
    }

    /**
     * The stream of a range response.
     *
     * @param stream name of the recorded stream
     * @param request id of the request
     * @return name of the response stream
     * @throws BusException if the stream's name is too long
     */
    public static String answer(final String stream, final long request) {
        return requests(stream) + "." + HexFormat.of().toHexDigits(request);
    }
}
