package io.verbus.net.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Places for peers that have connected and proven nothing. */
@Tag("no-device")
class PendingConnectionsTest {
    private final PendingConnections<String> halfMade = new PendingConnections<>();
    private final List<String> dropped = new ArrayList<>();

    private void connect(final String name, final String address) {
        halfMade.makeRoom();
        halfMade.add(name, address, () -> {
            dropped.add(name);
            halfMade.remove(name);
        });
    }

    @Test
    void newConnectionReplacesOldest() {
        for (int i = 0; i < PendingConnections.MAX + 3; i++) {
            connect("p" + i, "host " + i);
        }
        assertEquals(List.of("p0", "p1", "p2"), dropped);
    }

    @Test
    void manyConnectionsOfOneAddressDoNotReplaceOthers() {
        connect("publisher", "feed");
        for (int i = 0; i < 80; i++) {
            connect("stranger " + i, "elsewhere");
        }
        assertEquals(80 - (PendingConnections.MAX - 1), dropped.size());
        assertFalse(dropped.contains("publisher"));
        assertEquals("stranger 0", dropped.getFirst());
    }

    @Test
    void removedConnectionFreesItsPlace() {
        for (int i = 0; i < PendingConnections.MAX; i++) {
            connect("p" + i, "host");
        }
        assertTrue(halfMade.remove("p7"));
        assertFalse(halfMade.remove("p7"));
        connect("next", "host");
        assertEquals(List.of(), dropped);
    }
}
