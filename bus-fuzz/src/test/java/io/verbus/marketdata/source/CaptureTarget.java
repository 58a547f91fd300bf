package io.verbus.marketdata.source;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.verbus.BusException;
import io.verbus.fuzz.Checks;
import io.verbus.fuzz.Target;
import io.verbus.marketdata.live.MoldSession;
import io.verbus.marketdata.mold.MoldLayout;
import io.verbus.marketdata.mold.MoldSettings;
import io.verbus.testkit.CaptureWriter;
import io.verbus.testkit.CaptureWriter.Format;
import io.verbus.testkit.CaptureWriter.LinkType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An arbitrary capture. Without a defect it has as many packets as a plain walk over its records finds, else not more.
 * Each packet and each datagram is inside the read bytes, and the session in it is played to its end, in whole
 * messages.
 *
 * <p>Input: the bytes of the file.
 */
public final class CaptureTarget implements Target {
    private static final int GZIP = 0x1F8B;
    private static final int SECTION = 0x0A0D0D0A;
    private static final int FILE_HEADER = 24;
    private static final int PACKET_HEADER = 16;
    private static final int LONGEST = 256 << 10;
    private static final int HELD_BYTES = 100_000;
    private static final int MOST_STEPS = 1_000_000;

    private final Path file;

    public CaptureTarget(final Path scratch) {
        file = scratch.resolve("capture");
    }

    @Override
    public void run(final byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        try (CaptureFile capture = CaptureFile.open(file)) {
            read(capture, ByteBuffer.wrap(bytes));
        } catch (final BusException e) {
            Checks.checkMessage(e);
        }
        try (MoldSession session = MoldSession.play(List.of(file), List.of(), null,
                MoldSettings.defaults().withFormat(null).withContinuesAfterLoss(true).withHeldBytes(HELD_BYTES))) {
            play(session);
        } catch (final BusException e) {
            Checks.checkMessage(e);
        }
    }

    private static void read(final CaptureFile capture, final ByteBuffer in) {
        final UdpDatagram datagram = new UdpDatagram();
        int packets = 0;
        while (capture.next()) {
            packets++;
            final int end = capture.offset() + capture.length();
            check(capture.offset() >= 0 && capture.length() >= 0 && end <= capture.buffer().capacity(), "packet");
            check(capture.timeNs() >= 0, "time " + capture.timeNs());
            switch (datagram.read(capture)) {
                case WHOLE, CUT -> check(datagram.offset() >= capture.offset() && datagram.length() >= 0
                        && datagram.offset() + datagram.length() <= end, "datagram outside the packet");
                default -> {
                }
            }
        }
        if (capture.nextPart()) {
            check(capture.defect() != null && capture.length() > 0
                    && capture.offset() + capture.length() <= capture.buffer().capacity(), "part of a packet");
        }
        check(!capture.nextPart() && !capture.next(), "a packet after the end");
        if (capture.defect() != null) {
            Checks.checkMessage(new BusException("x " + capture.defect()));
        }
        if (in.getShort(0) != GZIP) {
            final int plain = in.getInt(0) == SECTION ? plainNg(in) : plain(in);
            check(packets <= plain, packets + " packets of " + plain);
            same(capture.defect() == null ? plain : packets, packets, "packets");
        }
    }

    /** The number of whole packets of a pcap file. */
    private static int plain(final ByteBuffer in) {
        in.order(in.getInt(0) >>> 16 == 0xA1B2 ? BIG_ENDIAN : LITTLE_ENDIAN);
        int packets = 0;
        for (int at = FILE_HEADER; at + PACKET_HEADER <= in.limit();) {
            final int length = in.getInt(at + 8);
            if (length < 0 || length > LONGEST || at + PACKET_HEADER + length > in.limit()) {
                return packets;
            }
            at += PACKET_HEADER + length;
            packets++;
        }
        return packets;
    }

    /** The number of packet blocks of a pcapng file. */
    private static int plainNg(final ByteBuffer in) {
        int packets = 0;
        for (int at = 0; at + 12 <= in.limit();) {
            final int type = in.getInt(at);
            if (type == SECTION) {
                in.order(in.order(BIG_ENDIAN).getInt(at + 8) == 0x1A2B3C4D ? BIG_ENDIAN : LITTLE_ENDIAN);
            }
            final long length = in.getInt(at + 4) & 0xFFFF_FFFFL;
            if (length < 12 || at + length > in.limit()) {
                return packets;
            }
            packets += type == 2 || type == 3 || type == 6 ? 1 : 0;
            at += (int) length;
        }
        return packets;
    }

    private static void play(final MoldSession session) {
        int steps = 0;
        for (Block block = session.source().next(); block != null; block = session.source().next()) {
            int at = 0;
            while (at < block.length()) {
                at += MoldLayout.FRAMING + (block.buffer().getShort(at, BIG_ENDIAN) & 0xFFFF);
            }
            same(block.length(), at, "whole messages");
            check(steps++ < MOST_STEPS, "endless");
        }
        check(session.hasEnded(), "it does not end");
        session.defects().forEach(defect -> Checks.checkMessage(new BusException(defect + ", in all")));
    }

    @Override
    public List<byte[]> seeds() {
        final List<byte[]> seeds = new ArrayList<>();
        for (final Format format : Format.values()) {
            for (final LinkType link : LinkType.values()) {
                final boolean isV6 = link.ordinal() % 2 == 1;
                final InetSocketAddress to = new InetSocketAddress(isV6 ? "ff02::1" : "233.1.1.1", 5_001);
                final CaptureWriter writer = new CaptureWriter(format, isV6 ? BIG_ENDIAN : LITTLE_ENDIAN, link);
                for (final long sequence : new long[]{1, 3, 2, 4}) {
                    writer.udp(sequence * 1_000_000, to, to, ByteBuffer.allocate(23)
                            .put("SESSION001".getBytes(StandardCharsets.US_ASCII)).putLong(sequence)
                            .putShort((short) 1).putShort((short) 1).put((byte) 'S').array());
                }
                seeds.add(writer.toBytes());
            }
        }
        seeds.add(iexTp());
        return seeds;
    }

    /** A session of IEX-TP that restarts. */
    private static byte[] iexTp() {
        final InetSocketAddress to = new InetSocketAddress("233.1.1.1", 5_001);
        final CaptureWriter writer = new CaptureWriter();
        for (int run = 0; run < 2; run++) {
            for (final long sequence : new long[]{1, 3, 2}) {
                writer.udp(1_000_000, to, to, ByteBuffer.allocate(43).order(LITTLE_ENDIAN).put((byte) 1).put((byte) 0)
                        .putShort((short) 0x8004).putInt(1).putInt(7).putShort((short) 3).putShort((short) 1).putLong(0)
                        .putLong(sequence).putLong(100 * run + sequence).putShort((short) 1).put((byte) 'S').array());
            }
        }
        return writer.toBytes();
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
