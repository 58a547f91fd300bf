package io.verbus.marketdata.feed;

import io.verbus.codec.marketdata.SessionBeginDecoder;

/**
 * The format of a source, as {@code SessionBegin} gives it.
 *
 * @param name up to 12 ASCII characters, such as ITCH
 * @param version edition of the format, such as 50 for 5.0
 * @param originNs start of the source's time of day in nanoseconds since 1970, or {@link #UTC}
 */
public record SourceFormat(String name, int version, long originNs) {
    /** In place of an origin: the source sends UTC. */
    public static final long UTC = SessionBeginDecoder.originNullValue();
}
