package io.verbus.rdma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.rdma.support.Counters;
import io.verbus.rdma.support.OnDouble;
import io.verbus.rdma.support.Ports;
import io.verbus.rdma.support.Secrets;
import io.verbus.rdma.support.load.LoadedFeed;
import io.verbus.rdma.support.load.LoadedHosts;
import io.verbus.rdma.support.load.LoadedReader;
import io.verbus.rdma.verbs.VerbsDouble;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many posts at full load, with readers of several policies that come and go, each of which the double checks against
 * the specification: a violation ends the process. The double counts.
 *
 * <pre>
 * mvn -pl bus-rdma -am test -Dtest=PostsTest -Dsurefire.failIfNoSpecifiedTests=false -Dverbus.posts=100000000
 * </pre>
 */
@ExtendWith(OnDouble.class)
class PostsTest {
    private static final long POSTS = Long.getLong("verbus.posts", 1_000_000);
    /** Duty cycles for which a passing reader stays. */
    private static final int STAY = 50;
    private static final Policy[] POLICIES = {Policy.SKIP, Policy.CONFLATE, Policy.BLOCK, Policy.EVICT};

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Tag("long")
    @Test
    void noPostViolatesTheSpecification() {
        final long startNs = System.nanoTime();
        final long postsBefore = VerbsDouble.count("posts");
        final long requestsBefore = VerbsDouble.count("requests");
        final long receivesBefore = VerbsDouble.count("receives");
        final List<LoadedReader> readers = new ArrayList<>();
        final long messages;
        try (LoadedHosts hosts = new LoadedHosts(directory)) {
            final Endpoint[] listening = {Endpoint.listen("rdma://10.73.0.1:" + Ports.next() + "?" + Secrets.PARAMETER),
                    Endpoint.listen("rdma://10.73.1.1:" + Ports.next() + "?receives=64&sends=32&push=4096&"
                            + Secrets.PARAMETER)};
            final LoadedFeed[] feeds = {hosts.publish("md.0", listening[0]), hosts.publish("md.1", listening[1])};
            for (int i = 0; i < 2; i++) {
                final Endpoint connecting = Endpoint.connect(listening[i].uri().toString());
                readers.add(hosts.subscribe("md." + i, feeds[i], Policy.BLOCK, "blocking " + i, connecting));
                readers.add(hosts.subscribe("md." + i, feeds[i], Policy.SKIP, "skipping " + i, connecting));
            }
            hosts.start();
            for (int round = 0; VerbsDouble.count("posts") - postsBefore < POSTS; round++) {
                final LoadedReader passing = hosts.subscribe("md." + round % 2, feeds[round % 2],
                        POLICIES[round % POLICIES.length], "passing",
                        Endpoint.connect(listening[round % 2].uri().toString()));
                for (int cycle = 0; cycle < STAY; cycle++) {
                    hosts.cycle();
                }
                hosts.unsubscribe(passing);
                assertEquals(List.of(), passing.faults());
            }
            hosts.drain();
            messages = feeds[0].published() + feeds[1].published();
            for (final LoadedReader reader : readers) {
                assertEquals(List.of(), reader.faults());
            }
        }
        assertEquals("qp 0 cq 0 mr 0 pd 0 cm_id 0 ", Counters.resources());
        final long posts = VerbsDouble.count("posts") - postsBefore;
        assertTrue(posts >= POSTS, () -> posts + " posts");
        System.out.printf("double: %,d posts of %,d requests, %,d receives, for %,d messages; %d violations; %d s%n",
                posts, VerbsDouble.count("requests") - requestsBefore,
                VerbsDouble.count("receives") - receivesBefore, messages, VerbsDouble.count("violations"),
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNs));
    }
}
