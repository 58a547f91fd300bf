package io.verbus.marketdata.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ItchGeneratorTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, -3, 0})
    void sessionIsValid(final long seed) {
        assertEquals(150_000, read(SessionShape.of(seed, 150_000)).messages());
    }

    @Test
    void everyTypeOccursIn100000Messages() {
        final Set<Character> all = ItchLengths.TYPES.chars().mapToObj(type -> (char) type).collect(Collectors.toSet());
        for (long seed = 0; seed < 5; seed++) {
            assertEquals(all, read(SessionShape.of(seed, 100_000)).counts.keySet(), "seed " + seed);
        }
    }

    @ParameterizedTest
    @CsvSource({"1006, 1", "1007, 1", "1060, 10", "20_000, 1", "49_000, 8000", "49_001, 8000", "394_210, 65535"})
    void sessionHasTheRequestedNumberOfMessages(final String messages, final int symbols) {
        final long requested = Long.parseLong(messages.replace("_", ""));
        assertEquals(requested, read(new SessionShape(7, requested, symbols, 1_000)).messages());
    }

    @Test
    void messageMixResemblesTradingDay() {
        final GeneratedBooks books = read(new SessionShape(42, 800_000, 2_000, 20_000));
        assertShare(books, "AF", 0.40, 0.50);
        assertShare(books, "D", 0.35, 0.45);
        assertShare(books, "U", 0.05, 0.12);
        assertShare(books, "X", 0.005, 0.03);
        assertShare(books, "EC", 0.01, 0.06);
        assertShare(books, "P", 0.002, 0.01);
        assertShare(books, "RHYL", 0.01, 0.06);
    }

    @Test
    void liveOrdersStayNearTheRequestedNumber() {
        final int live = read(new SessionShape(42, 800_000, 2_000, 20_000)).orders.size();
        assertTrue(live > 17_000 && live < 22_000, () -> live + " live orders at the end");
    }

    @Test
    void fewSymbolsHaveMostOfTheMessages() {
        final GeneratedBooks books = read(SessionShape.of(42, 400_000));
        final long all = books.messagesByLocate.values().stream().mapToLong(Long::longValue).sum();
        final long busiest = books.messagesByLocate.values().stream().sorted(Comparator.reverseOrder()).limit(80)
                .mapToLong(Long::longValue).sum();
        assertTrue(busiest > 0.25 * all && busiest < 0.6 * all, () -> busiest + " of " + all + " in 1 %");
        assertTrue(books.messagesByLocate.size() > 7_000, () -> books.messagesByLocate.size() + " symbols have orders");
    }

    @Test
    void sameSeedProducesSameBytesOnEveryJvm() {
        final SessionShape shape = new SessionShape(1, 50_000, 500, 5_000);
        assertEquals(digest(shape), digest(shape));
        assertEquals("186fe757baa2830ff846eb63918981aa0e693ba01df699b2f219f462de2620e8", digest(shape));
    }

    @Test
    void differentSeedProducesDifferentBytes() {
        final String one = digest(new SessionShape(1, 50_000, 500, 5_000));
        assertNotEquals(one, digest(new SessionShape(2, 50_000, 500, 5_000)));
    }

    private static GeneratedBooks read(final SessionShape shape) {
        final GeneratedBooks books = new GeneratedBooks();
        ItchGenerator.generate(shape, books);
        return books;
    }

    private static String digest(final SessionShape shape) {
        final MessageDigest sha256;
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
        ItchGenerator.generate(shape, (buffer, offset, length) -> sha256.update(buffer.byteArray(), offset, length));
        return HexFormat.of().formatHex(sha256.digest());
    }

    private static void assertShare(final GeneratedBooks books, final String types, final double low,
            final double high) {
        final double share = types.chars().mapToLong(type -> books.counts.get((char) type)).sum()
                / (double) books.messages();
        assertTrue(share >= low && share <= high, () -> types + " make " + share + " of the messages");
    }
}
