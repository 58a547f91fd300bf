package io.verbus.tools.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas of an exchange, as it publishes them, decode a capture of version 6: groups, sets, decimals, evolution. */
class CmeSchemaTest {
    private static final int FEED_A = 14_340;

    @ParameterizedTest
    @ValueSource(strings = {"1.6", "1.8", "1.9"})
    void captureIsDecodedInFull(final String version) throws IOException {
        final String data = System.getenv("VERBUS_TEST_DATA");
        assumeTrue(data != null && Files.isDirectory(Path.of(data, "cme-mdp3")), "VERBUS_TEST_DATA has no CME capture");
        final Path folder = Path.of(data, "cme-mdp3");
        final MessageDecoder decoder = new MessageDecoder(
                List.of(SchemaFile.read(folder.resolve("Cme.Futures.Mdp3.Sbe.v" + version + ".xml"))), Framing.CME, 0);
        final Map<String, Integer> counts = new TreeMap<>();
        CmeCapture.forEach(folder.resolve("cme-mdp3-v6-a-and-b-feed.pcapng"), FEED_A,
                packet -> decoder.decode(new UnsafeBuffer(packet), 0, packet.length, (content, at, size) -> {
                    counts.merge(name(content), 1, Integer::sum);
                    if (content instanceof MessageContent.Typed typed && typed.template().endsWith("RefreshBook32")) {
                        final List<?> entries = (List<?>) typed.fields().get("NoMDEntries");
                        counts.merge("entries", entries.size(), Integer::sum);
                        entries.forEach(entry -> {
                            final Object price = ((Map<?, ?>) entry).get("MDEntryPx");
                            counts.merge(price instanceof BigDecimal ? "decimal prices" : "other prices", 1,
                                    Integer::sum);
                        });
                    }
                }));
        final Map<String, Integer> byTemplate = new TreeMap<>(counts);
        byTemplate.keySet().retainAll(List.of("entries", "decimal prices"));
        assertEquals(Map.of("entries", 14_574, "decimal prices", 14_574), byTemplate, counts::toString);
        counts.keySet().removeAll(byTemplate.keySet());
        assertEquals(List.of(9, 194, 194, 307, 9_569), counts.values().stream().sorted().toList(), counts::toString);
    }

    private static String name(final MessageContent content) {
        return switch (content) {
            case MessageContent.Typed typed -> typed.template();
            case MessageContent.Opaque opaque -> opaque.reason();
        };
    }
}
