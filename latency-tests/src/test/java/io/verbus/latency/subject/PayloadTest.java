package io.verbus.latency.subject;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadTest {
    @ParameterizedTest
    @CsvSource({"0, 32", "1, 8", "7, 32", "8, 72", "1000, 64"})
    void sumIsOfAllWordsOfAllMessages(final long messages, final int length) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8 + length]);
        long sum = 0;
        for (long i = 0; i < messages; i++) {
            Payload.encode(buffer, 8, length, i);
            assertEquals(i, Payload.value(buffer, 8));
            sum += Payload.sum(buffer, 8, length);
        }
        assertEquals(sum, Payload.sum(messages, length));
    }
}
