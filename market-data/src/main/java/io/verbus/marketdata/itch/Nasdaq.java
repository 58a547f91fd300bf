package io.verbus.marketdata.itch;

import io.verbus.codec.nasdaq.MessageHeaderEncoder;
import io.verbus.codec.nasdaq.StockDirectoryEncoder;
import io.verbus.marketdata.book.MessagePrefix;

/** Headers of messages of {@code nasdaq.xml}. */
final class Nasdaq {
    private Nasdaq() {
    }

    static long header(final int blockLength, final int templateId) {
        return MessagePrefix.header(blockLength, templateId, MessageHeaderEncoder.SCHEMA_ID,
                StockDirectoryEncoder.SCHEMA_VERSION);
    }
}
