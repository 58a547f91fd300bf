package io.verbus.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.PublicationSettings;
import io.verbus.SubscriptionSettings;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.tcp.connection.TcpAddress;
import io.verbus.tcp.support.Stores;
import io.verbus.tcp.support.TcpPair;
import io.verbus.testkit.SecretFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each mistake with keys and certificates is one sentence on the side, or on both sides, that can correct it. */
class TlsMistakesTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            own       | none      | uses TLS: name a key store on both sides, or on none | does not use TLS: name a key
            none      | own       | does not use TLS: name a key store on both sides     | uses TLS: name a key store
            own       | stranger  | is not signed by an authority in the trust store     | TLS with
            elsewhere | elsewhere | certificate of the peer is of another host           | TLS with
            """)
    void mismatchIsNamedOnBothSides(final String listening, final String connecting, final String toConnecting,
            final String toListening) {
        final List<String> there = new CopyOnWriteArrayList<>();
        final List<String> here = new CopyOnWriteArrayList<>();
        final String address = TcpPair.freeAddress();
        try (Bus publisher = launch("there", there); Bus subscriber = launch("here", here)) {
            publisher.publish(PublicationSettings.of("s").withLinger(Duration.ZERO)
                    .withEndpoints(Endpoint.listen(address + parameters(listening))));
            subscriber.subscribe(SubscriptionSettings.of("s")
                    .withEndpoints(Endpoint.connect(address + parameters(connecting))));
            await(here, toConnecting);
            await(there, toListening);
        }
    }

    private static String parameters(final String store) {
        return "none".equals(store) ? "" : "?" + Stores.parameters(store);
    }

    private static void await(final List<String> messages, final String part) {
        final long deadlineNs = System.nanoTime() + Patience.NS;
        while (messages.stream().noneMatch(message -> message.contains(part))) {
            assertTrue(System.nanoTime() < deadlineNs, () -> part + ": " + messages);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private Bus launch(final String name, final List<String> messages) {
        return Bus.launch(BusSettings.defaults().withDirectory(directory.resolve(name))
                .withErrorHandler(error -> messages.add(String.valueOf(error.getMessage()))));
    }

    @Test
    void mistakesOfAnAddressAreNamed() throws IOException {
        final Path wrong = SecretFile.write(folder.resolve("wrong"), "another password");
        final Path open = Files.copy(Stores.key(Stores.OWN), folder.resolve("open.p12"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        final String trust = "&trust-store=" + Stores.key(Stores.OWN);
        assertMistake("key-store=" + Stores.key(Stores.OWN),
                "incomplete TLS in tcp://a:1?key-store=" + Stores.key(Stores.OWN)
                        + ": give key-store, trust-store and store-password");
        assertMistake("key-store=" + Stores.key(Stores.OWN) + trust + "&store-password=" + wrong,
                "cannot read key store " + Stores.key(Stores.OWN) + ": the password is another");
        assertMistake("key-store=" + open + trust + "&store-password=" + Stores.password(),
                "key store " + open + " is accessible to others: chmod 600 " + open);
        assertMistake("key-store=/absent" + trust + "&store-password=" + Stores.password(),
                "there is no key store /absent");
        assertMistake("key-store=" + Stores.password() + trust + "&store-password=" + Stores.password(),
                "cannot read key store " + Stores.password() + ": ");
    }

    private static void assertMistake(final String parameters, final String message) {
        final String actual = assertThrows(BusException.class,
                () -> TcpAddress.of(URI.create("tcp://a:1?" + parameters))).getMessage();
        assertEquals(message, actual.substring(0, Math.min(actual.length(), message.length())), actual);
    }
}
