package io.verbus.marketdata.live;

import io.verbus.BusException;
import io.verbus.marketdata.mold.MoldDiscipline;
import io.verbus.marketdata.mold.PacketFormat;
import io.verbus.marketdata.source.CaptureFile;
import io.verbus.marketdata.source.UdpAddress;
import io.verbus.marketdata.source.UdpDatagram;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The datagrams of captures, in the order of their times. The sides are destinations: requested ones, found in any of
 * the captures; else, of each capture, that of its first packet of the session. The format of that packet is that of
 * all, unless one is requested. Of a packet that a capture has only in part, its whole messages are taken. Its clock is
 * the time of the next datagram.
 */
final class CaptureDatagrams implements Datagrams, NanoClock {
    private static final int NONE = -1;

    private final List<CaptureFile> files;
    private final boolean isRequested;
    private final MoldDiscipline discipline;
    /** Null until the first packet. */
    private PacketFormat format;
    private final UdpAddress[] sides;
    private final UdpAddress[] senders;
    private final InetAddress[] senderHosts;
    /** The next datagram of each file, and its side, or NONE at the end. */
    private final UdpDatagram[] heads;
    private final int[] headSides;
    private final boolean[] areHeadsCut;
    private final UnsafeBuffer cutPacket = new UnsafeBuffer();
    private UdpAddress firstOther;
    private int next;
    private int side;
    private long timeNs;
    private long others;
    private long fragments;
    private long malformed;
    private long shortened;
    private long unknownLinks;

    private CaptureDatagrams(final List<CaptureFile> files, final List<UdpAddress> requested,
            final PacketFormat format, final MoldDiscipline discipline) {
        this.format = format;
        this.files = files;
        this.discipline = discipline;
        isRequested = !requested.isEmpty();
        sides = isRequested ? requested.toArray(UdpAddress[]::new) : new UdpAddress[files.size()];
        senders = new UdpAddress[sides.length];
        senderHosts = new InetAddress[sides.length];
        heads = new UdpDatagram[files.size()];
        Arrays.setAll(heads, file -> new UdpDatagram());
        headSides = new int[files.size()];
        areHeadsCut = new boolean[files.size()];
        for (int file = 0; file < heads.length; file++) {
            advance(file);
        }
        next = earliest();
    }

    /**
     * Opens captures.
     *
     * @param paths of the files
     * @param requested destinations; empty for those of the first packets
     * @param format of the packets; null for that of the first packet, without requested destinations
     * @param discipline determines the session
     * @throws BusException if a file is not a capture, or a side has no datagram
     */
    static CaptureDatagrams open(final List<Path> paths, final List<UdpAddress> requested,
            final PacketFormat format, final MoldDiscipline discipline) {
        final List<CaptureFile> files = new ArrayList<>();
        try {
            for (final Path path : paths) {
                files.add(CaptureFile.open(path));
            }
            final CaptureDatagrams opened = new CaptureDatagrams(files, requested, format, discipline);
            for (int file = 0; file < files.size(); file++) {
                if (opened.headSides[file] == NONE && (opened.next == NONE || requested.isEmpty())) {
                    throw new BusException(opened.withoutFeed(files.get(file)));
                }
            }
            return opened;
        } catch (final BusException e) {
            files.forEach(CaptureFile::close);
            throw e;
        }
    }

    private String withoutFeed(final CaptureFile file) {
        return file.path() + " has no " + (isRequested
                ? "UDP packet to " + Arrays.stream(sides).map(UdpAddress::toString).collect(Collectors.joining(" or "))
                : (format == null
                        ? Arrays.stream(PacketFormat.values()).map(PacketFormat::title)
                                .collect(Collectors.joining(" or "))
                        : format.title()) + " packet of the session")
                + String.format(Locale.ROOT, "; number of other packets: %,d", others + fragments + unknownLinks)
                + (firstOther == null ? "" : ", the first to " + firstOther)
                + (file.defect() == null ? "" : "; it " + file.defect())
                + ": name another file, or other destinations with "
                + (format == null ? "--moldudp64 or --iex" : format == PacketFormat.IEX_TP ? "--iex" : "--moldudp64");
    }

    /** Reads a file up to its next datagram of a side. */
    private void advance(final int file) {
        headSides[file] = NONE;
        final UdpDatagram head = heads[file];
        while (headSides[file] == NONE && (files.get(file).next() || files.get(file).nextPart())) {
            switch (head.read(files.get(file))) {
                case WHOLE -> take(file, head, false);
                case CUT -> take(file, head, true);
                case FRAGMENT -> fragments++;
                case OTHER -> others++;
                case UNKNOWN_LINK -> unknownLinks++;
            }
        }
    }

    private void take(final int file, final UdpDatagram head, final boolean isCut) {
        headSides[file] = sideOf(file, head);
        areHeadsCut[file] = isCut;
    }

    private int sideOf(final int file, final UdpDatagram head) {
        if (!isRequested && sides[file] == null) {
            format = format == null ? formatOf(head) : format;
            sides[file] = isOf(format, head) ? head.target() : null;
        }
        final int first = isRequested ? 0 : file;
        final int last = isRequested ? sides.length - 1 : file;
        for (int each = first; each <= last; each++) {
            if (head.isTo(sides[each])) {
                return each;
            }
        }
        others++;
        firstOther = firstOther == null ? head.target() : firstOther;
        return NONE;
    }

    /** The format of a packet of the session; null if it is not one. */
    private PacketFormat formatOf(final UdpDatagram head) {
        for (final PacketFormat each : PacketFormat.values()) {
            if (isOf(each, head)) {
                return each;
            }
        }
        return null;
    }

    private boolean isOf(final PacketFormat each, final UdpDatagram head) {
        return each != null && discipline.accepts(each, head.buffer(), head.offset(), head.length());
    }

    private int earliest() {
        int earliest = NONE;
        for (int file = 0; file < headSides.length; file++) {
            if (headSides[file] != NONE
                    && (earliest == NONE || files.get(file).timeNs() < files.get(earliest).timeNs())) {
                earliest = file;
            }
        }
        return earliest;
    }

    @Override
    public int receive(final ByteBuffer into, final boolean withAnswers) {
        timeNs = nanoTime();
        if (next == NONE) {
            return NOTHING;
        }
        final UdpDatagram datagram = heads[next];
        int length = datagram.length();
        side = headSides[next];
        if (!datagram.isFromHost(senders[side])) {
            senders[side] = datagram.source();
            senderHosts[side] = senders[side].host();
        }
        into.clear();
        datagram.buffer().getBytes(datagram.offset(), into, length);
        if (areHeadsCut[next]) {
            length = shorten(into, length);
        }
        advance(next);
        next = earliest();
        return length;
    }

    /** Leaves the whole messages of a packet that is cut, or all of it if it has none: then it is malformed. */
    private int shorten(final ByteBuffer packet, final int length) {
        cutPacket.wrap(packet);
        final int whole = format.keepWholeMessages(cutPacket, length);
        if (files.get(next).defect() == null) { // else the file ends here, which is its defect
            shortened += whole > 0 ? 1 : 0;
            malformed += whole > 0 ? 0 : 1;
        }
        return whole > 0 ? whole : length;
    }

    @Override
    public long nanoTime() {
        return next == NONE ? timeNs : files.get(next).timeNs();
    }

    @Override
    public int sides() {
        return sides.length;
    }

    @Override
    public int side() {
        return side;
    }

    @Override
    public InetAddress sender() {
        return senderHosts[side];
    }

    @Override
    public boolean isExhausted() {
        return next == NONE;
    }

    @Override
    public double fraction() {
        double least = 1;
        for (final CaptureFile file : files) {
            least = Math.min(least, file.fraction());
        }
        return least;
    }

    /** The files and the destinations, as text. */
    String shown() {
        return files.stream().map(file -> file.path().toString()).collect(Collectors.joining(" and ")) + " ("
                + Arrays.stream(sides).map(UdpAddress::toString).collect(Collectors.joining(", ")) + ")";
    }

    /** The format of the packets. */
    PacketFormat format() {
        return format;
    }

    /** Packets that are not of a side. */
    long others() {
        return others;
    }

    /** Sentences on the parts of the captures that cannot be read. */
    List<String> defects() {
        final List<String> defects = new ArrayList<>();
        files.stream().filter(file -> file.defect() != null)
                .forEach(file -> defects.add(file.path() + " " + file.defect()));
        add(defects, "packets of the feed, of which a capture has only the first bytes, are malformed", malformed);
        add(defects, "packets of the feed, of which a capture has only the first bytes, lack their other messages",
                shortened);
        add(defects, "IP fragments of UDP packets are not put together, but skipped", fragments);
        add(defects, "packets of link types other than Ethernet, Linux cooked capture, raw IP and loopback are skipped",
                unknownLinks);
        return defects;
    }

    private static void add(final List<String> defects, final String what, final long count) {
        if (count > 0) {
            defects.add(String.format(Locale.ROOT, "%s; their number is %,d", what, count));
        }
    }

    /** Whether each file was read to its end. */
    boolean isWhole() {
        return files.stream().map(CaptureFile::defect).allMatch(Objects::isNull);
    }

    @Override
    public boolean hasServer() {
        return false;
    }

    @Override
    public void request(final DirectBuffer packet) {
        throw new AssertionError("a capture has no server");
    }

    @Override
    public long foreignAnswers() {
        return 0;
    }

    @Override
    public String requestFailure() {
        return null;
    }

    @Override
    public void close() {
        files.forEach(CaptureFile::close);
    }
}
