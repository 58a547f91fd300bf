package io.verbus.tools.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostAddressTest {
    @Test
    void hostsAndPortsAreRead() {
        assertEquals(new HostAddress("10.0.0.2", Optional.empty()), read("10.0.0.2"));
        assertEquals(new HostAddress("feed-1.example", Optional.of(7000)), read("feed-1.example:7000"));
        assertEquals(new HostAddress("::1", Optional.empty()), read("[::1]"));
        assertEquals(new HostAddress("::1", Optional.of(7000)), read("[::1]:7000"));
        assertEquals(new HostAddress("fd00::2", Optional.empty()), read("fd00::2"));
        assertEquals(new HostAddress("::", Optional.empty()), read("::"));
        assertEquals(new HostAddress("::ffff:10.0.0.2", Optional.of(1)), read("[::ffff:10.0.0.2]:1"));
        assertEquals(new HostAddress("fe80::1%eth0", Optional.empty()), read("[fe80::1%eth0]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[::1", "::1]", "[::1]7000", "[::1]:", "10.0.0.2:", "10.0.0.2:port", "[]", "a b",
            "rdma://10.0.0.2", "[feed-1]:7000", "10.0.0.2:7000:1"})
    void otherFormsAreRefused(final String text) {
        final String message = assertThrows(BusException.class, () -> read(text)).getMessage();
        assertEquals("invalid --client " + text + ": expected HOST, HOST:PORT or [IPV6]:PORT, such as 10.0.0.2 or"
                + " [fd00::2]:7471", message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.2:0", "10.0.0.2:65521", "[::1]:99999"})
    void portsOutOfRangeAreRefused(final String text) {
        final String message = assertThrows(BusException.class, () -> read(text)).getMessage();
        assertTrue(message.startsWith("invalid port in --client " + text + ": expected 1 to 65520"), message);
    }

    private static HostAddress read(final String text) {
        return HostAddress.of("--client", text);
    }
}
