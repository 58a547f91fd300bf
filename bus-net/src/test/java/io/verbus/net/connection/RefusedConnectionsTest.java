package io.verbus.net.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A host that connects again and again causes one line a second. */
@Tag("no-device")
class RefusedConnectionsTest {
    private static final long MS = 1_000_000;

    private final List<String> errors = new ArrayList<>();
    private long nowNs;
    private final RefusedConnections refused = new RefusedConnections(error -> errors.add(error.getMessage()),
            () -> nowNs);

    private void run(final int ms, final String... hosts) {
        for (int i = 0; i < ms; i++) {
            for (final String host : hosts) {
                refused.report(host, host + ":" + i + " has disconnected");
            }
            nowNs += MS;
            refused.conduct(nowNs);
        }
    }

    @Test
    void refusalsOfOneHostAreOneLineASecond() {
        run(3_000, "10.0.0.1");
        assertEquals(4, errors.size(), errors::toString);
        assertEquals("cannot accept a connection: 10.0.0.1:0 has disconnected", errors.get(0));
        assertEquals("cannot accept 999 connections of 10.0.0.1 in the last second; the last: 10.0.0.1:999 has"
                + " disconnected", errors.get(1));
    }

    @Test
    void eachHostIsReportedAtOnceAndAgainAfterACalmSecond() {
        run(1, "10.0.0.1", "10.0.0.2");
        assertEquals(2, errors.size(), errors::toString);
        run(2_000);
        assertEquals(2, errors.size(), errors::toString);
        run(1, "10.0.0.1");
        assertEquals(3, errors.size(), errors::toString);
    }

    @Test
    void manyHostsShareOneCount() {
        final String[] hosts = new String[1_000];
        for (int i = 0; i < hosts.length; i++) {
            hosts[i] = "10.0." + i / 250 + "." + i % 250;
        }
        run(1_001, hosts);
        assertEquals(65 + 65, errors.size());
    }
}
