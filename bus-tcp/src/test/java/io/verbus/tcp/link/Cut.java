package io.verbus.tcp.link;

import io.verbus.spi.Link;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Breaks connections. */
public final class Cut {
    private Cut() {
    }

    /** Closes the socket of a link, which its process has to detect. */
    public static void cut(final Link link) {
        try {
            ((TcpLink) link).connection().channel().close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
