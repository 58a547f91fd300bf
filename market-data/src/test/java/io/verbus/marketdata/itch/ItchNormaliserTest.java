package io.verbus.marketdata.itch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.MarketEventDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.marketdata.book.InstrumentMessage;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ItchNormaliserTest {
    private static final long SEED = 20191230;
    private static final long MIDNIGHT_NS = 1_577_682_000_000_000_000L;
    private static final int TRIES = 2_000;
    private static final long SEQUENCE = 1L << 40;
    private static final long RECEIVED_NS = MIDNIGHT_NS + 7;

    private final ItchNormaliser normaliser = new ItchNormaliser(MIDNIGHT_NS);

    @ParameterizedTest
    @EnumSource
    void everyFieldOfAnIndependentParserIsKept(final ItchType type) throws Exception {
        final RandomItch random = new RandomItch(SEED);
        for (int i = 0; i < TRIES; i++) {
            assertFieldsAreKept(type, random.message(type));
        }
        assertFieldsAreKept(type, random.message(type, false));
        assertFieldsAreKept(type, random.message(type, true));
    }

    private void assertFieldsAreKept(final ItchType type, final byte[] message) throws Exception {
        assertEquals(Juncture.parse(type, message), Decoded.decode(normalise(message, 0), type, MIDNIGHT_NS),
                () -> "seed " + SEED + ", message " + Arrays.toString(message));
    }

    @ParameterizedTest
    @EnumSource
    void messagesFillExactlyTheirLengths(final ItchType type) {
        final byte[] message = new RandomItch(SEED).message(type);

        final List<UnsafeBuffer> overZeros = normalise(message, 0);

        assertEquals(overZeros, normalise(message, 0xFF));
        for (final UnsafeBuffer one : overZeros) {
            final MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(one, 0);
            final boolean isInstrument = header.schemaId() == MessageHeaderDecoder.SCHEMA_ID
                    && header.templateId() == InstrumentDecoder.TEMPLATE_ID;
            assertTrue(isInstrument || one.capacity() == MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength());
        }
    }

    @ParameterizedTest
    @EnumSource
    void messagesHaveSequenceAndTimeOfReceiptAndTheLastEndsTheEvent(final ItchType type) {
        final List<UnsafeBuffer> messages = normalise(new RandomItch(SEED).message(type), 0);

        for (final UnsafeBuffer message : messages) {
            final MarketEventDecoder prefix = new MarketEventDecoder().wrap(message,
                    MessageHeaderDecoder.ENCODED_LENGTH, MarketEventDecoder.BLOCK_LENGTH, 0);
            assertEquals(List.of(SEQUENCE, RECEIVED_NS), List.of(prefix.sequence(), prefix.received()));
            assertEquals(0, prefix.channel());
            assertEquals(message == messages.getLast(), prefix.flags().endOfEvent());
        }
    }

    @Test
    void kindOfAnInstrumentFollowsItsClassification() {
        final byte[] message = new RandomItch(SEED).message(ItchType.STOCK_DIRECTORY);
        final StringBuilder kinds = new StringBuilder();
        for (final char etp : new char[]{'N', 'Y'}) {
            message[ItchLayout.R_ETP_FLAG] = (byte) etp;
            for (final char classification : "ABCNPQRTUVW?".toCharArray()) {
                message[ItchLayout.R_ISSUE_CLASSIFICATION] = (byte) classification;
                final InstrumentMessage instrument = new InstrumentMessage();
                final UnsafeBuffer first = normalise(message, 0).getFirst();
                assertTrue(instrument.wrap(first, 0, first.capacity()));
                kinds.append((char) instrument.fields().kindRaw());
            }
        }
        assertEquals("EDEDEORDUUWO" + "F".repeat(12), kinds.toString());
    }

    private List<UnsafeBuffer> normalise(final byte[] message, final int filler) {
        final CollectingWriter out = new CollectingWriter(filler);
        normaliser.normalise(new UnsafeBuffer(message), 0, message.length, SEQUENCE, RECEIVED_NS, out);
        return out.take();
    }

    @Test
    void typesAreThoseOfTheSpecification() {
        assertEquals("ABCDEFHIJKLNOPQRSUVWXYh", Arrays.stream(ItchType.values())
                .map(type -> "" + type.code()).sorted().collect(Collectors.joining()));
        for (int code = 0; code < 256; code++) {
            final boolean known = "ABCDEFHIJKLNOPQRSUVWXYh".indexOf(code) >= 0;
            assertEquals(known, ItchType.length((byte) code) != ItchType.UNKNOWN, "code " + code);
            assertEquals(known, ItchType.normalisedLength((byte) code) != ItchType.UNKNOWN, "code " + code);
        }
    }

    @Test
    void unknownTypeIsRefused() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[128]);
        final var refusal = assertThrows(IllegalArgumentException.class,
                () -> normaliser.normalise(buffer, 0, buffer, 64));
        assertEquals("type \0 is not of ITCH 5.0", refusal.getMessage());
    }
}
