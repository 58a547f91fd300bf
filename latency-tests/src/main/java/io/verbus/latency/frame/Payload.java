package io.verbus.latency.frame;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The message of all benchmarks: 8-byte fields, written and read one by one as an SBE flyweight does. */
final class Payload {
    /** Gets each payload in place. */
    interface Handler {
        void onPayload(DirectBuffer buffer, int offset, int length);
    }

    /** Adds up all fields of all messages, so that no read can be left out, and compares with what was written. */
    static final class Checksum implements Handler {
        private long sum;
        private long messages;

        @Override
        public void onPayload(final DirectBuffer buffer, final int offset, final int length) {
            long fields = 0;
            for (int i = 0; i < length; i += Long.BYTES) {
                fields += buffer.getLong(offset + i);
            }
            sum += fields;
            messages++;
        }

        long messages() {
            return messages;
        }

        void verify() {
            final long fields = FrameLayout.PAYLOAD / Long.BYTES;
            if (sum != fields * (messages * (messages - 1) / 2) + messages * (fields * (fields - 1) / 2)) {
                throw new IllegalStateException("the payloads that were read are not those that were written");
            }
        }
    }

    private Payload() {
    }

    static void encode(final MutableDirectBuffer buffer, final int offset, final long value) {
        for (int i = 0; i < FrameLayout.PAYLOAD / Long.BYTES; i++) {
            buffer.putLong(offset + i * Long.BYTES, value + i);
        }
    }
}
