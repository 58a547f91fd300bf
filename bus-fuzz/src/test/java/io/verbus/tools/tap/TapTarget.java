package io.verbus.tools.tap;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.Header;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.tools.tap.TappedMessage.Time;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Arbitrary messages of a stream, decoded by the schemas of Verbus and by one of a user with groups and variable data.
 * Each gives printable ASCII text of bounded length in each format.
 *
 * <p>Input: one message, with its header.
 */
public final class TapTarget implements Target {
    /** The longest text of a field without bytes, or of one byte: its name and its null. */
    private static final int TEXT_PER_BYTE = 100;
    private static final int TEXT_PER_MESSAGE = 4_096;
    private static final Path USER_SCHEMA = Path.of("..", "bus-tools", "src", "test", "resources", "tap", "user.xml");

    private final MessageDecoder decoder;

    public TapTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
        final List<Schema> schemas = new ArrayList<>(SchemaFile.own());
        schemas.add(SchemaFile.read(USER_SCHEMA));
        decoder = new MessageDecoder(schemas);
    }

    @Override
    public void run(final byte[] bytes) {
        final byte[] message = new Input(bytes).rest();
        // Between other bytes, which must not be read.
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[message.length + 2]);
        buffer.setMemory(0, buffer.capacity(), (byte) 0x5A);
        buffer.putBytes(1, message);
        final MessageContent decoded = decoder.decode(buffer, 1, message.length);
        same(decoded.toString(), decoder.decode(new UnsafeBuffer(message), 0, message.length).toString(), "message");
        for (final TapFormat format : TapFormat.values()) {
            final StringBuilder text = new StringBuilder();
            format.append(new TappedMessage(1, 2, new Time("published", Header.NO_TIMESTAMP), Header.NO_TIMESTAMP,
                    message.length, decoded, null), text);
            check(text.length() <= TEXT_PER_MESSAGE + TEXT_PER_BYTE * message.length, "too much text");
            check(text.chars().allMatch(c -> c == '\n' || c >= ' ' && c <= '~'), "not printable: " + text);
            check(format == TapFormat.YAML || text.indexOf("\n") == text.length() - 1, "not one line: " + text);
        }
    }

    @Override
    public List<byte[]> seeds() {
        final MutableDirectBuffer buffer = new UnsafeBuffer(new byte[256]);
        final MessageHeaderEncoder header = new MessageHeaderEncoder();
        final OrderAddedEncoder added = new OrderAddedEncoder().wrapAndApplyHeader(buffer, 0, header);
        added.instrumentId(1).side(Side.BUY).orderId(10).quantity(500).price().mantissa(1_000);
        final byte[] first = bytes(buffer, added.encodedLength());
        final InstrumentEncoder instrument = new InstrumentEncoder().wrapAndApplyHeader(buffer, 0, header)
                .instrumentId(1).symbol("AAPL");
        return List.of(first, bytes(buffer, instrument.encodedLength()), quote());
    }

    private static byte[] bytes(final MutableDirectBuffer buffer, final int body) {
        final byte[] bytes = new byte[MessageHeaderEncoder.ENCODED_LENGTH + body];
        buffer.getBytes(0, bytes);
        return bytes;
    }

    /** A message of the user's schema, which is big endian: two legs with a fee each, and texts. */
    private static byte[] quote() {
        final Seed seed = new Seed();
        seed.bytes((byte) 0, (byte) 57, (byte) 0, (byte) 7, (byte) 3, (byte) 0x84, (byte) 0, (byte) 1);
        seed.bytes(new byte[57]);
        seed.bytes((byte) 0, (byte) 19, (byte) 0, (byte) 0, (byte) 0, (byte) 2);
        for (int leg = 0; leg < 2; leg++) {
            seed.bytes(new byte[19]);
            seed.bytes((byte) 0, (byte) 2, (byte) 0, (byte) 0, (byte) 0, (byte) 1, (byte) 1, (byte) 2);
            seed.bytes((byte) 0, (byte) 1, (byte) 'a');
        }
        seed.bytes((byte) 0, (byte) 1, (byte) 0, (byte) 0, (byte) 0, (byte) 1, (byte) 9);
        seed.bytes((byte) 0, (byte) 2, (byte) 'b', (byte) 'c', (byte) 0, (byte) 0, (byte) 0, (byte) 1, (byte) 5);
        return seed.toBytes();
    }
}
