package io.verbus.tcp.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TcpAddressTest {
    @Test
    void parametersHaveDefaults() {
        final TcpAddress address = of("tcp://feed-1:7471");
        assertEquals("feed-1:7471", address.toString());
        assertEquals(TimeUnit.SECONDS.toNanos(1), address.silenceNs());
        assertEquals(TimeUnit.SECONDS.toNanos(5), address.handshakeTimeoutNs());
    }

    @Test
    void ipv6HasBracketsInTextOnly() {
        final TcpAddress address = of("tcp://[fe80::1%25eth0]:7471?silence=100&source=::1");
        assertEquals("fe80::1%eth0", address.host());
        assertEquals("[fe80::1%eth0]:7471", address.toString());
        assertEquals("::1", address.source());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            tcp://a         ~ invalid address tcp://a: use tcp://HOST:PORT, with a port from 1 to 65535 and IPv6 in\
             brackets, such as tcp://10.0.0.2:7471 or tcp://[fe80::1%25eth0]:7471
            tcp://a:1?x=1   ~ unknown parameter "x" in tcp://a:1?x=1: use handshake-timeout, key-store,\
             secret-file, silence, source, store-password, trust-store
            tcp://a:1?silence=5  ~ invalid silence in tcp://a:1?silence=5: use a number from 100 to 600000
            tcp://a:1?source=eth0 ~ invalid source in tcp://a:1?source=eth0: use a numeric address of this host
            tcp://a:1?secret-file=/absent ~ there is no secret file /absent: create one by (umask 77; head -c 32\
             /dev/urandom | base64 > /absent), and copy it to the other side
            """)
    void mistakeIsNamedWithItsRemedy(final String address, final String message) {
        assertEquals(message, assertThrows(BusException.class, () -> of(address)).getMessage());
    }

    private static TcpAddress of(final String address) {
        return TcpAddress.of(URI.create(address));
    }
}
