package io.verbus.internal.publisher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Bus;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.monitor.BusCounters;
import io.verbus.monitor.CounterKind;
import io.verbus.support.Host;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counters of a publisher's process show the name of the reader that blocks it. */
class BackPressureAttributionTest {
    private static final int CAPACITY = 1 << 16;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private Host host;

    @BeforeEach
    void open() {
        host = new Host(directory);
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void countersNameTheReaderThatBlocksClaims() throws IOException {
        final Bus publishing = host.launch();
        final Bus subscribing = host.launch();
        final Publication publication = publishing.publish(PublicationSettings.of("s").withCapacity(CAPACITY));
        subscribing.subscribe(
                SubscriptionSettings.of("s").withPolicy(Policy.BLOCK).withStart(Start.oldest()).withName("slow"));
        subscribing.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.SKIP).withName("other"));
        subscribing.doWork();
        publishing.doWork();
        assertEquals(List.of(), counters());
        while (publication.claim(1_000) >= 0) {
            publication.commit();
        }
        publication.claim(1_000);
        publishing.doWork();
        assertEquals(
                List.of("claims back-pressured by: slow (process " + ProcessHandle.current().pid() + ") on s is 1"),
                counters());
    }

    private List<String> counters() throws IOException {
        final List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (final Path file : files.filter(path -> path.toString().endsWith(".counters")).toList()) {
                BusCounters.read(file, counters -> counters.forEach((id, type, key, label) -> {
                    if (type == CounterKind.BACK_PRESSURED_CLAIMS.id()) {
                        found.add(label + " is " + counters.getCounterValue(id));
                    }
                }));
            }
        }
        return found;
    }
}
