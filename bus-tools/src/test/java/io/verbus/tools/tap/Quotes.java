package io.verbus.tools.tap;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** Messages of the user's schema {@code user.xml}, written byte by byte. */
final class Quotes {
    static final int HEADER = 8;
    static final int BLOCK_OF_VERSION_0 = 55;
    static final int BLOCK = BLOCK_OF_VERSION_0 + 2;
    private static final int ID = 900;
    private static final int TEMPLATE = 7;

    private Quotes() {
    }

    /** A message of version 1 with two legs. */
    static byte[] whole() {
        return whole(1, 0);
    }

    /** A message of a version with additional bytes at the end of the block and of the entries. */
    static byte[] whole(final int version, final int more) {
        final ByteBuffer to = ByteBuffer.allocate(1 << 10);
        header(to, BLOCK + more, TEMPLATE, ID, version);
        block(to);
        to.putShort((short) 515).put(new byte[more]);
        to.putShort((short) (19 + more)).putInt(2);
        leg(to, "AAPL", -5);
        to.putLong(12_345).put((byte) -2).put(new byte[more]);
        to.putShort((short) 2).putInt(2).putShort((short) 7).putShort((short) -8);
        text(to, "x\u00e9\n\u009b");
        leg(to, "LONGER", 6);
        to.putLong(Long.MIN_VALUE).put((byte) 0).put(new byte[more]);
        to.putShort((short) 2).putInt(0);
        text(to, "");
        to.putShort((short) 1).putInt(1).put((byte) 200);
        text(to, "null");
        to.putInt(3).put(new byte[]{1, 2, (byte) 0xFF});
        return Arrays.copyOf(to.array(), to.position());
    }

    /** A message as a writer of version 0 made it. */
    static byte[] ofVersion0() {
        final ByteBuffer to = ByteBuffer.allocate(1 << 10);
        header(to, BLOCK_OF_VERSION_0, TEMPLATE, ID, 0);
        block(to);
        to.putShort((short) 10).putInt(1);
        leg(to, "AAPL", 1);
        to.putShort((short) 2).putInt(0);
        text(to, "a");
        text(to, "b");
        to.putInt(0);
        return Arrays.copyOf(to.array(), to.position());
    }

    /** The schema. */
    static Schema schema() {
        return SchemaFile.read(Path.of("src/test/resources/tap/user.xml"));
    }

    /** A header and nothing else. */
    static byte[] header(final int block, final int template, final int schema, final int version) {
        final ByteBuffer to = ByteBuffer.allocate(HEADER);
        header(to, block, template, schema, version);
        return to.array();
    }

    private static void header(final ByteBuffer to, final int block, final int template, final int schema,
            final int version) {
        to.putShort((short) block).putShort((short) template).putShort((short) schema).putShort((short) version);
    }

    private static void block(final ByteBuffer to) {
        to.putLong(-1); // id: 2^64 - 1
        to.putLong(101_50).put((byte) -2); // bid: 101.50
        to.put((byte) 255); // depth: null
        to.putShort((short) (1 | 1 << 3 | 1 << 9)); // flags
        to.put((byte) 'B'); // side
        to.putDouble(0.25); // ratio
        to.putShort((short) 1).putShort((short) -2).putShort((short) 3); // weights
        to.putInt(0xCAFE0102); // key
        to.putInt(-1).put((byte) 0).putLong(99).putShort((short) 0); // origin
        to.put((byte) 'z'); // grade
    }

    private static void leg(final ByteBuffer to, final String symbol, final int quantity) {
        to.put(Arrays.copyOf(symbol.getBytes(StandardCharsets.US_ASCII), 6)).putInt(quantity);
    }

    private static void text(final ByteBuffer to, final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        to.putShort((short) bytes.length).put(bytes);
    }
}
