package io.verbus.recovery.range;

import io.verbus.BusException;
import java.util.HexFormat;

/** The names of the streams by which ranges are asked for and answered. */
public final class ReplayStreams {
    private static final String SUFFIX = ".replay";
    private static final int MAX_LENGTH = 120;
    /** Longest name of a stream that can be recovered: the answer's stream has a name too. */
    private static final int MAX_STREAM_LENGTH = MAX_LENGTH - SUFFIX.length() - 1 - 2 * Long.BYTES;

    private ReplayStreams() {
    }

    /**
     * Where ranges of a stream are asked for.
     *
     * @param stream its name
     * @return name of the stream of requests
     * @throws BusException if the stream's name leaves no room for it
     */
    public static String requests(final String stream) {
        if (stream.length() > MAX_STREAM_LENGTH) {
            throw new BusException("the name of stream " + stream + " has " + stream.length()
                    + " characters: ranges of it can be asked for only if it has " + MAX_STREAM_LENGTH + " or fewer");
        }
        return stream + SUFFIX;
    }

    /**
     * Where a request is answered.
     *
     * @param stream name of the stream that the range is of
     * @param request id of the request
     * @return name of the answer's stream
     * @throws BusException if the stream's name leaves no room for it
     */
    public static String answer(final String stream, final long request) {
        return requests(stream) + "." + HexFormat.of().toHexDigits(request);
    }
}
