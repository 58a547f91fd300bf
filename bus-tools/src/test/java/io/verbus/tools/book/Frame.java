package io.verbus.tools.book;

import io.verbus.Header;

/** The header of a message. */
record Frame(long sequence, long position, long session, long publishedNs) implements Header {

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

    static Frame untimed(final long session) {
        return new Frame(0, 0, session, NO_TIMESTAMP);
    }

    static Frame publishedAt(final long session, final long publishedNs) {
        return new Frame(0, 0, session, publishedNs);
    }
}
