package io.verbus.testkit;

import io.verbus.Header;

/**
 * The header of a message of one frame without position and time, for tests that have no log.
 *
 * @param session id
 * @param sequence of the message
 */
public record PlainHeader(long session, long sequence) implements Header {

    @Override
    public String stream() {
        return "test";
    }

    @Override
    public String subscription() {
        return "test";
    }

    @Override
    public int frames() {
        return 1;
    }

    @Override
    public long position() {
        return 0;
    }

    @Override
    public long publishedNs() {
        return NO_TIMESTAMP;
    }
}
