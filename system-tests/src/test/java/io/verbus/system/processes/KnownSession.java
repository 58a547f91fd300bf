package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A session with a known result.
 *
 * @param itch its file
 * @param counts number of messages of each type
 * @param levels digest of the final price levels
 * @param feedStatus exit status of a feed that plays all of it: 1 if the file is truncated
 */
public record KnownSession(Path itch, Map<Character, Long> counts, String levels, int feedStatus) {
    private static final String FILE = "itch/nasdaq-totalview-2019-12-30-0304-0400.itch.gz";
    private static final String LEVELS = "8c950f9d12b159a767a5d128b9de8823cf3e0148d560b8b89ae4876d90afd326";
    private static final Map<Character, Long> COUNTS = Map.ofEntries(Map.entry('S', 2L), Map.entry('R', 8_906L),
            Map.entry('H', 8_897L), Map.entry('Y', 8_893L), Map.entry('L', 215_036L), Map.entry('A', 5_609L),
            Map.entry('F', 36L), Map.entry('D', 2_658L), Map.entry('U', 331L), Map.entry('X', 1_453L),
            Map.entry('E', 13L), Map.entry('P', 3L));

    /** A real NASDAQ session with the result of three other decoders; empty if the test data is not available. */
    public static Optional<KnownSession> real() {
        return Optional.ofNullable(System.getenv("VERBUS_TEST_DATA")).map(data -> Path.of(data).resolve(FILE))
                .filter(Files::exists).map(file -> new KnownSession(file, COUNTS, LEVELS, 1));
    }

    /** A generated session with the result of books that are built without the bus. */
    public static KnownSession generated(final Path folder, final int messages) throws IOException {
        final Path itch = folder.resolve("20191230.itch");
        Command.generate(itch, messages, 500);
        final ReferenceBooks reference = ReferenceBooks.of(Files.readAllBytes(itch));
        return new KnownSession(itch, reference.counts(), digest(reference.levels()), 0);
    }

    /** Number of messages that a feed publishes. */
    public long published() {
        return MessageNames.published(counts, 1);
    }

    /** Checks that books received all messages of {@code passes} passes and ended in the known state. */
    public void assertIsIn(final BookFiles books, final int passes) throws IOException {
        assertEquals(MessageNames.counts(counts, passes), books.counts());
        assertEquals(List.of("ended", "0", "0", "0"), List.of(books.value("outcome"), books.value("gaps.messages"),
                books.value("doubtful"), books.value("refused.unknownReference")));
        assertEquals(levels, digest(books.levels()));
    }

    /** SHA-256 of price levels. */
    static String digest(final String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (final NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
