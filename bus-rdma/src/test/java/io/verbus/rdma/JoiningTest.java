package io.verbus.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.BusException;
import io.verbus.rdma.support.Counters;
import io.verbus.rdma.support.Pair;
import io.verbus.rdma.support.TestImage;
import io.verbus.rdma.support.TestLog;
import io.verbus.rdma.verbs.DeviceInfo;
import io.verbus.rdma.verbs.Lab;
import io.verbus.rdma.verbs.VerbsDouble;
import io.verbus.spi.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Start of an epoch, or the error that prevents it. */
class JoiningTest {
    private static final int CAPACITY = 1 << 16;

    @TempDir
    private Path directory;
    private Pair pair;
    private TestLog log;
    private TestImage image;
    private String before;

    @BeforeEach
    void open() {
        pair = new Pair(4);
        before = Counters.resources();
        log = new TestLog("md.itch", 11, CAPACITY);
        image = new TestImage("md.itch", pair.arrivals);
    }

    @AfterEach
    void close() {
        if (pair != null) {
            pair.close();
            assertEquals(before.replaceAll("\\d+", "0"), Counters.resources(), "not released");
        }
    }

    private String secret(final String name, final String content) throws IOException {
        final Path file = Files.writeString(directory.resolve(name), content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return "secret-file=" + file;
    }

    private String failure() {
        pair.until("a failure", () -> !image.failures.isEmpty());
        assertEquals(List.of(), image.links);
        assertEquals(List.of(), log.links);
        return image.failures.getFirst();
    }

    private static void assertSays(final String expected, final String said) {
        assertTrue(said.contains(expected), said);
    }

    @Test
    void publisherConnectsToListeningSubscription() {
        pair.subscriber.listen(pair.uri(""), image);
        pair.publisher.connect(pair.uri(""), log);
        pair.until("the link", () -> !image.links.isEmpty() && !log.links.isEmpty());
        assertEquals(log.identity(), image.offers.getFirst().identity());
        assertFalse(log.requests.getFirst().stranger(), "the publisher has chosen the address");
        pair.carry(log, log.links.getFirst(), image, image.links.getFirst(), 0, 2L * CAPACITY, 480);
        assertEquals(0, image.links.getFirst().sessions());
    }

    @Test
    void ipv6AddressWorks() {
        final String start = VerbsDouble.isHere() ? "fd73:" : "fe80:"; // its devices have no network device
        final DeviceInfo.Gid gid = Lab.devices().stream().flatMap(device -> device.ports().stream())
                .flatMap(port -> port.gids().stream()).filter(one -> one.address().startsWith(start)).findFirst()
                .orElse(null);
        assumeTrue(gid != null, "no RDMA device has an IPv6 address");
        pair.close();
        pair = new Pair(1, "[" + gid.address() + (VerbsDouble.isHere() ? "" : "%25" + gid.networkDevice())
                + "]");
        image = new TestImage("md.itch", pair.arrivals);
        pair.join(log, image, "");
        pair.carry(log, log.links.getFirst(), image, image.links.getFirst(), 0, 2L * CAPACITY, 480);
        assertTrue(image.links.getFirst().peer().startsWith("[" + start), image.links.getFirst().peer());
    }

    @Test
    void offerArrivesUnchanged() {
        log.first = 4096;
        pair.join(log, image, "");
        assertEquals(log.offer(log.requests.getFirst()), image.offers.getFirst());
        final Request asked = log.requests.getFirst();
        assertEquals(image.another().subscriber(), asked.subscriber());
        assertEquals(image.another().target(), asked.target());
        assertTrue(asked.stranger(), "a subscriber that connects without a secret");
    }

    @Test
    void knownSessionIsSkipped() {
        final TestLog second = new TestLog("md.itch", 12, CAPACITY);
        pair.publisher.listen(pair.uri(""), second);
        pair.publisher.listen(pair.uri(""), log);
        pair.subscriber.connect(pair.uri(""), image, image.another(12L));
        pair.until("the link", () -> !image.links.isEmpty() && !log.links.isEmpty());
        log.links.getFirst().sendHeartbeat(0, 0);
        pair.until("the number of sessions", () -> image.links.getFirst().sessions() == 2);
        pair.publisher.forget(second);
        log.links.getFirst().sendHeartbeat(0, 0);
        pair.until("the number of sessions", () -> image.links.getFirst().sessions() == 1);
        assertEquals(List.of(), second.requests);
    }

    @Test
    void missingStreamOrSessionIsReported() {
        pair.publisher.listen(pair.uri(""), log);
        final TestImage wrong = new TestImage("md.etch", pair.arrivals);
        pair.subscriber.connect(pair.uri(""), wrong, wrong.another());
        pair.until("a failure", () -> !wrong.failures.isEmpty());
        assertSays("NO_SESSION: ", wrong.failures.getFirst());
        assertSays("no stream md.etch at this address: only md.itch", wrong.failures.getFirst());

        pair.subscriber.connect(pair.uri(""), image, image.another(11L));
        assertSays("no other session of stream md.itch", failure());
        pair.subscriber.connect(pair.uri(""), image,
                new Request("md.itch", image.another().subscriber(), new Request.Resume(99, 64, 2)));
        pair.until("a failure", () -> image.failures.size() == 2);
        assertSays("GONE: ", image.failures.getLast());
    }

    @Test
    void sessionIsResumed() {
        pair.publisher.listen(pair.uri(""), log);
        pair.subscriber.connect(pair.uri(""), image,
                new Request("md.itch", image.another().subscriber(), new Request.Resume(11, 64, 2)));
        pair.until("the link", () -> !image.links.isEmpty() && !log.links.isEmpty());
        assertEquals(new Request.Resume(11, 64, 2), log.requests.getFirst().target());
    }

    @Test
    void missingListenerIsReported() {
        pair.subscriber.connect(pair.uri(""), image, image.another());
        assertSays("NO_LISTENER: cannot connect to " + pair.uri("").getAuthority() + ": no listener", failure());
    }

    @Test
    void refusalArrivesWithReason() {
        log.refusal = new BusException("64 subscribers are the most");
        pair.publisher.listen(pair.uri(""), log);
        pair.subscriber.connect(pair.uri(""), image, image.another());
        assertSays("REFUSED: " + pair.uri("").getAuthority() + " refuses: 64 subscribers are the most", failure());
    }

    @Test
    void rejectedOfferIsReportedOnBothSides() {
        image.refusal = new BusException("no memory is left");
        pair.publisher.listen(pair.uri(""), log);
        pair.subscriber.connect(pair.uri(""), image, image.another());
        assertSays("no memory is left", failure());
        pair.until("the publisher's", () -> !log.failures.isEmpty());
        assertSays("dropped: ", log.failures.getFirst());
        assertSays("refuses: no memory is left", log.failures.getFirst());
    }

    @Test
    void publisherWithoutSubscriptionIsRefused() {
        final TestImage other = new TestImage("md.other", pair.arrivals);
        pair.subscriber.listen(pair.uri(""), other);
        pair.publisher.connect(pair.uri(""), log);
        pair.until("a failure", () -> !log.failures.isEmpty());
        assertSays("has no subscription to this stream", log.failures.getFirst());
    }

    @Test
    void correctSecretJoins() throws IOException {
        pair.join(log, image, secret("secret", "0123456789abcdef0123\n"));
        assertFalse(log.requests.getFirst().stranger());
        pair.carry(log, log.links.getFirst(), image, image.links.getFirst(), 0, 2L * CAPACITY, 480);
    }

    @Test
    void wrongOrMissingSecretIsRefused() throws IOException {
        pair.publisher.listen(pair.uri(secret("right", "0123456789abcdef")), log);
        pair.subscriber.connect(pair.uri(secret("wrong", "fedcba9876543210")), image, image.another());
        pair.until("our errors", () -> !pair.errors.isEmpty());
        assertSays("has a different secret", pair.errors.getFirst().getMessage());
        // The refusal is authenticated too, so a peer with another secret rejects it.
        assertSays("has a different secret", failure());

        pair.subscriber.connect(pair.uri(""), image, image.another());
        pair.until("a failure", () -> image.failures.size() == 2);
        assertSays("set secret-file on both sides or on neither", image.failures.getLast());
        assertEquals(List.of(), log.requests);
    }

    @Test
    void forgottenEndReceivesNothing() {
        pair.publisher.listen(pair.uri(""), log);
        pair.subscriber.connect(pair.uri(""), image, image.another());
        pair.subscriber.forget(image);
        pair.publisher.forget(log);
        for (int i = 0; i < 1000; i++) {
            pair.lock();
        }
        assertEquals(List.of(), image.failures);
        assertEquals(List.of(), image.links);
    }

    @Test
    void excessImageIsRefusedAndFreedSlotIsReused() {
        final TestLog[] logs = new TestLog[5];
        for (int i = 0; i < 5; i++) {
            logs[i] = new TestLog("s" + i, 20 + i, CAPACITY);
            pair.publisher.listen(pair.uri(""), logs[i]);
        }
        final TestImage[] images = new TestImage[5];
        for (int i = 0; i < 5; i++) {
            final TestImage one = new TestImage("s" + i, pair.arrivals);
            images[i] = one;
            pair.subscriber.connect(pair.uri(""), one, one.another());
            pair.until("an outcome", () -> !one.links.isEmpty() || !one.failures.isEmpty());
        }
        assertSays("no room for another image", images[4].failures.getFirst());
        pair.until("the fourth", () -> !logs[3].links.isEmpty());
        pair.part(images[0].links.getFirst(), logs[0].links.getFirst());
        pair.subscriber.connect(pair.uri(""), images[4], images[4].another());
        pair.until("an outcome", () -> !images[4].links.isEmpty() && !logs[4].links.isEmpty()
                || images[4].failures.size() > 1);
        assertEquals(1, images[4].failures.size(), images[4].failures::toString);
        pair.carry(logs[4], logs[4].links.getFirst(), images[4], images[4].links.getFirst(), 0, CAPACITY, 480);
    }
}
