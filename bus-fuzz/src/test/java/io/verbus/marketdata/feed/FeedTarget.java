package io.verbus.marketdata.feed;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.BusException;
import io.verbus.MessageWriter;
import io.verbus.Session;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.marketdata.book.InstrumentMessage;
import io.verbus.marketdata.book.MessageTypes;
import io.verbus.fuzz.Checks;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.marketdata.itch.ItchFiles;
import io.verbus.marketdata.itch.ItchNormaliser;
import io.verbus.marketdata.itch.ItchType;
import io.verbus.marketdata.source.BlockSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An arbitrary file, played to a stream. The output of a raw file must match a straightforward parse of its framing:
 * each message of a known type and correct length is published as an SBE message of the length in its header. Nothing
 * may be written outside the claim.
 *
 * <p>Input: 1 to compress the bytes by gzip first, else unchanged; then the bytes of the file.
 */
public final class FeedTarget implements Target {
    private static final int PACK = 1;
    private static final byte[] GZIP = {0x1F, (byte) 0x8B};

    private final Path file;
    private final TradingDay day = new TradingDay(LocalDate.of(2019, 12, 30), "fuzz", "XNAS");

    public FeedTarget(final Path scratch) {
        file = scratch.resolve("itch");
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final boolean packed = input.u8() == PACK;
        final byte[] content = input.rest();
        final Claims claims = new Claims();
        final Feed feed = new Feed(claims, day, new ItchNormaliser(day.midnightNs()), () -> 0, (_, _) -> true);
        boolean refused = false;
        try {
            Files.write(file, packed ? pack(content) : content);
            ItchFiles.requireItch(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final BusException e) {
            Checks.checkMessage(e); // played nevertheless
        }
        try (BlockSource source = BlockSource.streamed(file)) {
            feed.play(source, new Pace.Max(), 1);
        } catch (final BusException e) {
            Checks.checkMessage(e);
            refused = true;
        }
        final boolean gzip = !packed && content.length >= 2 && content[0] == GZIP[0] && content[1] == GZIP[1];
        if (!gzip) {
            checkCounts(content, claims, feed, refused);
        }
    }

    private static void checkCounts(final byte[] content, final Claims claims, final Feed feed,
            final boolean refused) {
        final ByteBuffer in = ByteBuffer.wrap(content);
        int known = 0;
        boolean damaged = content.length == 0;
        while (in.remaining() >= 2 && !damaged) {
            final int length = in.getShort() & 0xFFFF;
            if (length > in.remaining()) {
                break;
            }
            final boolean fits = length > 0 && ItchType.length(in.get(in.position())) == length;
            known += fits ? 1 : 0;
            damaged = !fits && length > Feed.LONGEST_PLAUSIBLE;
            in.position(in.position() + length);
        }
        same(known, feed.counts().messages(), "messages");
        same(damaged, refused, "damaged");
        check(claims.committed >= known, "published " + claims.committed);
    }

    private static byte[] pack(final byte[] content) throws IOException {
        final ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(content);
        }
        return packed.toByteArray();
    }

    @Override
    public List<byte[]> seeds() {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (final ItchType type : ItchType.values()) {
            final byte[] message = new byte[2 + type.length()];
            message[1] = (byte) type.length();
            message[2] = (byte) type.code();
            for (int i = 3; i < message.length; i++) {
                message[i] = (byte) (i * 7 % 64 + ' ');
            }
            all.writeBytes(message);
        }
        final byte[] few = Arrays.copyOf(all.toByteArray(), 150);
        try {
            return List.of(new Seed().u8(0).bytes(all.toByteArray()).toBytes(),
                    new Seed().u8(PACK).bytes(few).toBytes(), new Seed().u8(0).bytes(pack(few)).toBytes(),
                    new Seed().u8(0).bytes((byte) 0, (byte) 0).toBytes());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Claims that end at the end of the buffer, after a guard. */
    private static final class Claims implements MessageWriter {
        private static final int CAPACITY = 512;
        private static final byte GUARD = 0x55;

        private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CAPACITY]);
        private final MessageHeaderDecoder header = new MessageHeaderDecoder();
        private final InstrumentMessage instrument = new InstrumentMessage();
        private int claimed;
        private int committed;

        @Override
        public int claim(final int length) {
            check(length >= MessageHeaderDecoder.ENCODED_LENGTH && length < CAPACITY, "a claim of " + length);
            buffer.setMemory(0, CAPACITY, GUARD);
            claimed = length;
            return CAPACITY - length;
        }

        @Override
        public MutableDirectBuffer buffer() {
            return buffer;
        }

        @Override
        public long commit() {
            for (int i = 0; i < CAPACITY - claimed; i++) {
                same(GUARD, buffer.getByte(i), "write outside the claim");
            }
            header.wrap(buffer, CAPACITY - claimed);
            check(MessageTypes.of(header.schemaId(), header.templateId()) != MessageTypes.UNKNOWN, "unknown message");
            final boolean isInstrument = header.schemaId() == MessageHeaderDecoder.SCHEMA_ID
                    && header.templateId() == InstrumentDecoder.TEMPLATE_ID;
            check(isInstrument
                    ? instrument.wrap(buffer, CAPACITY - claimed, claimed)
                    : claimed == MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength(), "length");
            return committed++;
        }

        @Override
        public void abort() {
            throw new AssertionError("a feed aborts nothing");
        }

        @Override
        public Session session() {
            return new Session("fuzz", 1, "feed", 1, 0, "");
        }

        @Override
        public long position() {
            return committed;
        }
    }
}
