package io.verbus.tools.feed;

import io.verbus.marketdata.deep.DeepNormaliser;
import io.verbus.marketdata.deep.DeepType;
import io.verbus.marketdata.feed.Normaliser;
import io.verbus.marketdata.feed.TradingDay;
import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.itch.ItchType;
import io.verbus.marketdata.mold.PacketFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Formats of the messages that a feed publishes. */
enum MessageFormat {
    /** NASDAQ TotalView-ITCH 5.0. */
    ITCH,
    /** IEX DEEP 1.0. */
    DEEP;

    /** The format of the messages in packets of a format. */
    static MessageFormat of(final PacketFormat packets) {
        return packets == PacketFormat.IEX_TP ? DEEP : ITCH;
    }

    /** A normaliser for the messages of a day. */
    Normaliser normaliser(final TradingDay day) {
        return switch (this) {
            case ITCH -> new ItchNormaliser(day.midnightNs());
            case DEEP -> new DeepNormaliser();
        };
    }

    /** The requested venue, or that of the format; null if the file name can contain it. */
    String venue(final String requested) {
        return requested == null && this == DEEP ? LiveOptions.IEX : requested;
    }

    /** The titles of the message types by their first byte, in the order of the specification. */
    Map<Character, String> titles() {
        final Map<Character, String> titles = new LinkedHashMap<>();
        switch (this) {
            case ITCH -> {
                for (final ItchType type : ItchType.values()) {
                    titles.put(type.code(), type.title());
                }
            }
            case DEEP -> {
                for (final DeepType type : DeepType.values()) {
                    titles.put(type.code(), type.title());
                }
            }
        }
        return titles;
    }
}
