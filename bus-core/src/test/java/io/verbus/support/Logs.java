package io.verbus.support;

import io.verbus.internal.log.Log;
import io.verbus.spi.LogIdentity;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Logs for tests. */
public final class Logs {
    /** The publisher's process id in these logs. */
    public static final long PROCESS = 7;

    private static final AtomicLong SESSIONS = new AtomicLong();

    private Logs() {
    }

    /** The identity of a test log. */
    public static LogIdentity identity(final int capacity, final boolean timestamps) {
        return new LogIdentity("s", SESSIONS.incrementAndGet(), "publisher", capacity,
                timestamps, PROCESS,
                1, 0, 0, "test");
    }

    /** Creates an empty log. */
    public static Log create(final Path directory, final int capacity, final boolean timestamps) {
        final LogIdentity identity = identity(capacity, timestamps);
        return Log.create(directory.resolve(identity.session() + ".log"), identity);
    }
}
