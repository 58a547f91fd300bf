package io.verbus.tools.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.BlockingPermission;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Refusal;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.ShmDir;
import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code ./bus stat} on both hosts of a connection. */
class RemoteStatTest {
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(1);

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void bothHostsShowEachRemoteSubscription() {
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt())) {
            final Publication publication = hosts.publish(PublicationSettings.of("md").withPublisher("feed")
                    .withCapacity(1 << 16));
            final Subscription quick = subscribe(hosts, "quick");
            final Subscription waiting = hosts.subscribe(SubscriptionSettings.of("orders").withName("waiting"));
            final Subscription slow = subscribe(hosts, "slow");
            for (int i = 0; i < 10; i++) {
                final long offset = publication.claim(100);
                assertTrue(offset >= 0);
                publication.commit();
            }
            hosts.pass(LONG_ENOUGH);
            while (quick.poll((buffer, offset, length, header) -> Action.TAKEN, 100) > 0) {
                hosts.settle();
            }
            slow.poll((buffer, offset, length, header) -> Action.TAKEN, 100);
            hosts.pass(LONG_ENOUGH);
            final long more = publication.position();
            for (int i = 0; i < 3; i++) {
                publication.claim(100);
                publication.commit();
            }
            hosts.pass(LONG_ENOUGH);
            while (quick.poll((buffer, offset, length, header) -> Action.TAKEN, 100) > 0) {
                hosts.settle();
            }
            hosts.pass(LONG_ENOUGH);
            final long lagBytes = publication.position() - more;

            assertEquals(
                    List.of("md quick here [SESSION on PEER] 0 counted", "md slow here [SESSION on PEER] " + lagBytes
                            + " counted", "orders waiting here [] 0 counted"),
                    lines(hosts, "subscribing"));
            // The publisher's host derives the consumed position from returned credit, which is updated less often.
            assertEquals(List.of("md quick on PEER [SESSION] 0", "md slow on PEER [SESSION] "
                    + publication.subscribers().getLast().lagBytes()), lines(hosts, "publishing"));
            assertTrue(publication.subscribers().getLast().lagBytes() >= lagBytes);
            assertEquals(List.of(), waiting.sessions());
            slow.close();
            hosts.pass(LONG_ENOUGH);
            assertEquals(List.of("md quick on PEER [SESSION] 0"), lines(hosts, "publishing"));
            assertEquals(List.of("md quick here [SESSION on PEER] 0 counted", "orders waiting here [] 0 counted"),
                    lines(hosts, "subscribing"));
        }
    }

    @Test
    void tableNamesTheOtherHost() {
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt())) {
            final Publication publication = hosts.publish(PublicationSettings.of("md").withCapacity(1 << 16));
            final Subscription book = subscribe(hosts, "book");
            hosts.pass(LONG_ENOUGH);
            assertEquals(0, publication.sequence());
            assertEquals(0, book.poll((buffer, offset, length, header) -> Action.TAKEN, 1));
            final long pid = ProcessHandle.current().pid();
            final String id = "[0-9a-f]{16}";
            final String here = table(hosts, "subscribing");
            assertEquals(1, here.lines().filter(line -> line.matches("md +book \\(" + pid + "\\) +" + id + " +" + id
                    + " on \\S+ +SKIP +reading +0 +0 +0\\.0 % +- +0 +0 +0 +0 +0")).count(), here);
            final String there = table(hosts, "publishing");
            assertEquals(1, there.lines().filter(line -> line.matches("md +book \\(" + pid + " on \\S+\\) +" + id + " +"
                    + id + " +SKIP +reading +0 +0 +0\\.0 % +0\\.0 +0 +- +- +- +-")).count(), there);
        }
    }

    @Test
    void bothHostsShowReconnectsCreditAndLink() {
        for (final Policy policy : List.of(Policy.SKIP, Policy.BLOCK)) {
            try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt())) {
                final Publication publication = hosts.publish(PublicationSettings.of("md").withCapacity(1 << 16));
                final Subscription book = hosts.subscribe(SubscriptionSettings.of("md").withName("book")
                        .withPolicy(policy));
                hosts.pass(LONG_ENOUGH);
                assertConnection(hosts, 0, 1 << 16);
                for (int i = 0; i < 10; i++) {
                    assertTrue(publication.claim(1_000) >= 0);
                    publication.commit();
                }
                hosts.pass(LONG_ENOUGH);
                assertTrue(look(hosts, "publishing", "--json").contains("\"creditBytes\":"
                        + ((1 << 16) - publication.position()) + ","));
                for (int breaks = 1; breaks <= 2; breaks++) {
                    hosts.breakLinks();
                    for (int i = 0; i < 4; i++) { // polls find the end, release the link, and take the next one
                        hosts.pass(LONG_ENOUGH);
                        book.poll((buffer, offset, length, header) -> Action.TAKEN, 100);
                    }
                    hosts.pass(LONG_ENOUGH);
                    assertConnection(hosts, breaks, 1 << 16);
                }
            }
        }
    }

    private void assertConnection(final FabricPair hosts, final int reconnects, final int credit) {
        for (final String host : List.of("publishing", "subscribing")) {
            final String json = look(hosts, host, "--json");
            assertTrue(json.matches("(?s).*\"connection\":\\{\"peer\":\"\\S+\",\"up\":true,\"epochs\":"
                    + (reconnects + 1) + ",\"reconnects\":" + reconnects + ",\"creditBytes\":" + credit
                    + ",\"link\":\"simulated\"}.*"), json);
            final String table = look(hosts, host);
            assertEquals(1, table.lines().filter(line -> line.matches("md +book +(from|to) \\S+ +simulated +"
                    + (reconnects + 1) + " +65\\.5k")).count(), table);
            final String metrics = look(hosts, host, "--openmetrics");
            OpenMetricsTest.assertWellFormed(metrics);
            assertEquals(1, metrics.lines().filter(line -> line.matches("verbus_connection_up\\{.*link=\"simulated\".*}"
                    + " 1.0")).count(), metrics);
            assertEquals(1, metrics.lines().filter(line -> line.matches(
                    "verbus_connection_reconnects_total\\{.*} " + reconnects + "\\.0")).count(), metrics);
        }
    }

    @Test
    void lappedReaderIsLappedOnBothHosts() {
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt())) {
            final Publication publication = hosts.publish(PublicationSettings.of("md").withCapacity(1 << 16));
            final Subscription lapped = subscribe(hosts, "lapped");
            final Subscription reading = subscribe(hosts, "reading");
            hosts.pass(LONG_ENOUGH);
            while (publication.position() < 4 << 16) {
                if (publication.claim(1_000) >= 0) {
                    publication.commit();
                }
                hosts.settle();
                reading.poll((buffer, offset, length, header) -> Action.TAKEN, 100);
            }
            hosts.pass(LONG_ENOUGH);
            for (final String host : List.of("publishing", "subscribing")) {
                final String table = look(hosts, host);
                assertEquals(1, table.lines().filter(line -> line.matches("md +lapped\\b.* lapped .*")).count(), table);
                assertEquals(1, table.lines().filter(line -> line.matches("md +reading\\b.* reading .*")).count(),
                        table);
            }
            assertEquals(List.of(), lapped.sessions());
        }
    }

    @Test
    void bothHostsShowThatBlockIsRefused() {
        try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt())) {
            final Publication publication = hosts.publish(PublicationSettings.of("md")
                    .withBlocking(BlockingPermission.refused()));
            final Subscription book = hosts.subscribe(SubscriptionSettings.of("md").withName("book")
                    .withPolicy(Policy.BLOCK));
            hosts.pass(LONG_ENOUGH);
            assertEquals(Refusal.NAME, publication.subscribers().getFirst().refusal());
            assertEquals(0, book.poll((buffer, offset, length, header) -> Action.TAKEN, 1));
            final String refused = "book (" + ProcessHandle.current().pid() + ") reads md under SKIP instead of BLOCK: "
                    + Refusal.NAME.description();
            for (final String host : List.of("publishing", "subscribing")) {
                final String table = table(hosts, host);
                assertEquals(1, table.lines().filter(refused::equals).count(), table);
                final String json = look(hosts, host, "--json");
                assertTrue(json.contains("\"refusal\":\"NAME\""), json);
            }
        }
    }

    private static Subscription subscribe(final FabricPair hosts, final String name) {
        return hosts.subscribe(SubscriptionSettings.of("md").withName(name).withPolicy(Policy.SKIP));
    }

    /** The subscriptions that stat shows on a host. */
    private List<String> lines(final FabricPair hosts, final String host) {
        return look(hosts, host, "--json").lines().flatMap(line -> List.of(line.split("\\{\"stream\":")).stream())
                .filter(one -> one.contains("\"lagBytes\"")).map(RemoteStatTest::line).toList();
    }

    private static String line(final String json) {
        final boolean reads = !json.contains("\"session\":null");
        return json.substring(1, json.indexOf('"', 1)) + " " + text(json, "name")
                + (json.contains("\"host\":null") ? " here" : " on PEER")
                + (reads ? json.contains("\"publisherHost\":null") ? " [SESSION]" : " [SESSION on PEER]" : " []")
                + " " + json.replaceAll("(?s).*\"lagBytes\":(\\d+).*", "$1")
                + (json.contains("\"gaps\":0,\"missed\":0,\"filled\":0,\"handlerFailures\":0") ? " counted" : "");
    }

    private static String text(final String json, final String field) {
        return json.replaceAll("(?s).*\"" + field + "\":\"([^\"]*)\".*", "$1");
    }

    private String table(final FabricPair hosts, final String host) {
        return look(hosts, host, "--wide");
    }

    private String look(final FabricPair hosts, final String host, final String... arguments) {
        final StringWriter out = new StringWriter();
        assertEquals(0,
                new CommandLine(new StatCommand(() -> BusSettings.defaults().withDirectory(directory.resolve(host))
                        .withClocks(new Clocks(hosts::now, hosts::now))))
                        .setOut(new PrintWriter(out))
                        .execute(arguments));
        return out.toString();
    }
}
