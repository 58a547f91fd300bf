package io.verbus.marketdata.itch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.codec.marketdata.MessageHeaderDecoder;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ItchNormaliserTest {
    private static final long SEED = 20191230;
    private static final long MIDNIGHT_NS = 1_577_682_000_000_000_000L;
    private static final int TRIES = 2_000;

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
        final UnsafeBuffer out = new UnsafeBuffer(normalise(type, message, 0));
        assertEquals(Juncture.parse(type, message), Decoded.decode(out, type, MIDNIGHT_NS),
                () -> "seed " + SEED + ", message " + Arrays.toString(message));
    }

    @ParameterizedTest
    @EnumSource
    void messageFillsExactlyItsLength(final ItchType type) {
        final byte[] message = new RandomItch(SEED).message(type);

        final byte[] overZeros = normalise(type, message, 0);
        final byte[] overOnes = normalise(type, message, 0xFF);

        assertArrayEquals(overZeros, overOnes);
        final MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(new UnsafeBuffer(overZeros), 0);
        assertEquals(overZeros.length, MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength());
    }

    /** Normalises into an array with other content, between guard bytes that must not change. */
    private byte[] normalise(final ItchType type, final byte[] message, final int filler) {
        final int guard = 16;
        final int length = ItchType.normalisedLength((byte) type.code());
        final byte[] room = new byte[guard + length + guard];
        Arrays.fill(room, (byte) filler);

        normaliser.normalise(new UnsafeBuffer(message), 0, new UnsafeBuffer(room), guard);

        final byte[] untouched = new byte[guard];
        Arrays.fill(untouched, (byte) filler);
        assertArrayEquals(untouched, Arrays.copyOfRange(room, 0, guard));
        assertArrayEquals(untouched, Arrays.copyOfRange(room, guard + length, room.length));
        return Arrays.copyOfRange(room, guard, guard + length);
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
