package io.verbus.rdma.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("no-device")
class RdmaAddressTest {
    @TempDir
    private Path directory;

    private static RdmaAddress of(final String text) {
        return RdmaAddress.of(URI.create(text));
    }

    private static String refusal(final String text) {
        return assertThrows(BusException.class, () -> of(text)).getMessage();
    }

    @Test
    void allParametersHaveBoundedDefaults() {
        final RdmaAddress address = of("rdma://feed-1:7471");
        assertEquals("feed-1", address.host());
        assertEquals(7471, address.port());
        assertNull(address.route().device());
        assertNull(address.route().source());
        assertEquals(-1, address.route().trafficClass());
        assertEquals(67.1, address.route().ackTimeoutMs(), 0.1);
        assertEquals(6, address.route().retries());
        assertEquals(new RdmaAddress.Sizes(256, 128, 16_384), address.sizes());
        assertEquals(TimeUnit.SECONDS.toNanos(5), address.handshakeTimeoutNs());
        assertTrue(address.secret().isEmpty());
    }

    @Test
    void parametersAreParsed() {
        final RdmaAddress address = of(
                "rdma://10.0.0.2:1?device=mlx5_0&source=10.0.0.5&traffic-class=106&device-port=2"
                        + "&service-level=3&mtu=1024&ack-timeout=12"
                        + "&retries=6&receives=64&sends=32&push=65536&handshake-timeout=250");
        assertEquals(new RdmaAddress.Route("mlx5_0", 2, "10.0.0.5", 106, 3, 1024, 12, 6, 2_000_000_000L),
                address.route());
        assertEquals(new RdmaAddress.Sizes(64, 32, 65_536), address.sizes());
        assertEquals(250_000_000, address.handshakeTimeoutNs());
    }

    @Test
    void ipv6AddressIsInBrackets() {
        final RdmaAddress address = of("rdma://[fe80::1%25eth0]:7471");
        assertEquals("fe80::1%eth0", address.host());
        assertEquals("[fe80::1%eth0]:7471", address.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rdma://host", "rdma://:7471", "tcp://host:1", "rdma:host:1", "rdma://host:70000",
            "rdma://host:0", "rdma://host:1/path", "rdma://me@host:1", "rdma://host:1#there"})
    void invalidAddressIsRejected(final String text) {
        assertTrue(refusal(text).contains("invalid address " + text + ": use rdma://HOST:PORT"),
                () -> refusal(text));
    }

    @ParameterizedTest
    @CsvSource({"retries=7,invalid retries in rdma://host:1?retries=7: use a number from 0 to 6",
            "retries=x,: use a number from 0 to 6", "receives=17,': use a number from 16 to 16384, a multiple of 2'",
            "push=100001,': use a number from 4096 to 1073741824, a multiple of 32'",
            "traffic-class=-1,invalid traffic-class in", "colour=red,'unknown parameter \"colour\"'",
            "mtu=1500,': use one of 256, 512, 1024, 2048, 4096'", "retries,invalid parameter \"retries\" in",
            "retries=,invalid parameter \"retries=\" in",
            "retries=1&retries=2,duplicate parameter \"retries\""})
    void invalidParameterIsReportedWithAllowedValues(final String parameters, final String expected) {
        final String message = refusal("rdma://host:1?" + parameters);
        assertTrue(message.contains(expected), message);
    }

    @Test
    void unknownParameterIsReportedWithKnownOnes() {
        final String message = refusal("rdma://host:1?colour=red");
        assertTrue(message.endsWith(": use ack-timeout, device, device-port, handshake-timeout, mtu, push,"
                + " receives, retries, secret-file, sends, service-level, silence, source, traffic-class"), message);
    }

    @Test
    void secretAccessibleToOthersIsRejected() throws IOException {
        final Path file = Files.writeString(directory.resolve("secret"), "0123456789abcdef\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertTrue(refusal("rdma://host:1?secret-file=" + file).contains("is accessible to others: chmod 600 " + file));

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertEquals("0123456789abcdef",
                new String(of("rdma://host:1?secret-file=" + file).secret().orElseThrow().key().getEncoded()));
    }

    @Test
    void shortOrMissingSecretIsRejected() throws IOException {
        final Path file = Files.writeString(directory.resolve("secret"), "0123456789abcde \n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        final String message = refusal("rdma://host:1?secret-file=" + file);
        assertTrue(message.contains("has 15 bytes, expected at least 16"), message);
        final String missing = refusal("rdma://host:1?secret-file=" + directory.resolve("none"));
        assertTrue(missing.startsWith("there is no secret file "), missing);
    }
}
