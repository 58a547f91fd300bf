package io.verbus.marketdata.itch;

import java.util.Random;

/** Generates ITCH messages with random content and the lengths of the specification. */
final class RandomItch {
    private final Random random;

    RandomItch(final long seed) {
        random = new Random(seed);
    }

    /** A message of random bits, with valid texts. */
    byte[] message(final ItchType type) {
        final byte[] message = new byte[type.length()];
        random.nextBytes(message);
        return withTexts(type, message);
    }

    /** A message in which all bits are 0 (or 1), with valid texts. */
    byte[] message(final ItchType type, final boolean ones) {
        final byte[] message = new byte[type.length()];
        java.util.Arrays.fill(message, (byte) (ones ? 0xFF : 0));
        return withTexts(type, message);
    }

    private byte[] withTexts(final ItchType type, final byte[] message) {
        message[0] = (byte) type.code();
        switch (type) {
            case STOCK_DIRECTORY -> {
                text(message, ItchLayout.R_STOCK, 8);
                text(message, ItchLayout.R_ISSUE_SUB_TYPE, 2);
            }
            case STOCK_TRADING_ACTION -> text(message, ItchLayout.H_REASON, 4);
            case MARKET_PARTICIPANT_POSITION -> text(message, ItchLayout.L_MPID, 4);
            case ADD_ORDER_ATTRIBUTED -> text(message, ItchLayout.F_ATTRIBUTION, 4);
            default -> {
            }
        }
        return message;
    }

    private void text(final byte[] message, final int offset, final int length) {
        final int used = random.nextInt(length + 1);
        for (int i = 0; i < length; i++) {
            message[offset + i] = (byte) (i < used ? '!' + random.nextInt('~' - '!') : ' ');
        }
    }
}
