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
 * Arbitrary packets of a stream, in each framing, decoded by the schemas of Verbus and by one of a user with groups and
 * variable data. Each gives one message or more, in order, and printable ASCII text of bounded length in each format.
 *
 * <p>Input: the framing, the number of bytes that are skipped, and one packet.
 */
public final class TapTarget implements Target {
    /** The longest text of a field without bytes, or of one byte: its name and its null. */
    private static final int TEXT_PER_BYTE = 100;
    private static final int TEXT_PER_MESSAGE = 4_096;
    private static final Path USER_SCHEMA = Path.of("..", "bus-tools", "src", "test", "resources", "tap", "user.xml");

    private final List<Schema> schemas;

    public TapTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
        schemas = new ArrayList<>(SchemaFile.own());
        schemas.add(SchemaFile.read(USER_SCHEMA));
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final Framing framing = Framing.values()[input.u8() % Framing.values().length];
        final int skip = input.u8();
        final MessageDecoder decoder = new MessageDecoder(schemas, framing, skip);
        final byte[] packet = input.rest();
        // Between other bytes, which must not be read.
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[packet.length + 2]);
        buffer.setMemory(0, buffer.capacity(), (byte) 0x5A);
        buffer.putBytes(1, packet);
        final List<MessageContent> messages = new ArrayList<>();
        final int[] end = {1};
        decoder.decode(buffer, 1, packet.length, (content, at, size) -> {
            check(at >= end[0] && size >= 0, "a message before the end of the last one");
            end[0] = at + size;
            messages.add(content);
            checkFormats(content, size);
        });
        check(end[0] <= packet.length + 1, "a message after the end of the packet");
        check(!messages.isEmpty(), "no message");
        final List<MessageContent> alone = new ArrayList<>();
        // Another decoder: the first one knows the instruments that the packet defines.
        new MessageDecoder(schemas, framing, skip).decode(new UnsafeBuffer(packet), 0, packet.length,
                (content, at, size) -> alone.add(content));
        same(messages.toString(), alone.toString(), "messages");
    }

    private static void checkFormats(final MessageContent content, final int length) {
        for (final TapFormat format : TapFormat.values()) {
            final StringBuilder text = new StringBuilder();
            format.append(new TappedMessage(1, 2, new Time("published", Header.NO_TIMESTAMP), Header.NO_TIMESTAMP,
                    length, content, null), text);
            check(text.length() <= TEXT_PER_MESSAGE + TEXT_PER_BYTE * length, "too much text");
            check(text.chars().allMatch(c -> c == '\n' || c >= ' ' && c <= '~'), "not printable: " + text);
            check(format == TapFormat.YAML || text.indexOf("\n") == text.length() - 1, "not one line: " + text);
        }
    }

    @Override
    public List<byte[]> seeds() {
        final MutableDirectBuffer buffer = new UnsafeBuffer(new byte[256]);
        final MessageHeaderEncoder header = new MessageHeaderEncoder();
        final OrderAddedEncoder added = new OrderAddedEncoder().wrapAndApplyHeader(buffer, 0, header);
        added.instrumentId(1).side(Side.BUY).orderId(10).quantity(500).price(1_000);
        final byte[] first = bytes(buffer, added.encodedLength());
        final InstrumentEncoder instrument = new InstrumentEncoder().wrapAndApplyHeader(buffer, 0, header)
                .instrumentId(1).priceExponent((byte) -4);
        instrument.legsCount(0);
        instrument.symbol("AAPL");
        final byte[] second = bytes(buffer, instrument.encodedLength());
        return List.of(packet(Framing.NONE, 0, 0, first), packet(Framing.NONE, 3, 3, second),
                packet(Framing.NONE, 0, 0, quote()),
                packet(Framing.SOFH, 0, 0, framed(6, true, first), framed(6, true, second)),
                packet(Framing.CME, 2, 2 + 12, framed(2, false, first), framed(2, false, second)),
                packet(Framing.ILINK, 0, 0, framed(4, false, first)),
                packet(Framing.B3, 0, 16, framed(4, false, second), framed(4, false, quote())));
    }

    /** A message with a frame header, which begins with the length of both. */
    private static byte[] framed(final int header, final boolean isBigEndian, final byte[] message) {
        final byte[] frame = new byte[header + message.length];
        frame[isBigEndian ? 3 : 0] = (byte) frame.length;
        System.arraycopy(message, 0, frame, header, message.length);
        return frame;
    }

    private static byte[] packet(final Framing framing, final int skip, final int before, final byte[]... frames) {
        final Seed seed = new Seed();
        seed.bytes((byte) framing.ordinal(), (byte) skip).bytes(new byte[before]);
        for (final byte[] frame : frames) {
            seed.bytes(frame);
        }
        return seed.toBytes();
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
