package io.verbus.fuzz;

import io.verbus.internal.image.FramesTarget;
import io.verbus.internal.image.ImageTarget;
import io.verbus.internal.image.RemoteTarget;
import io.verbus.internal.log.HeadersTarget;
import io.verbus.internal.monitor.ReportsTarget;
import io.verbus.journal.JournalTarget;
import io.verbus.marketdata.deep.DeepTarget;
import io.verbus.marketdata.feed.FeedTarget;
import io.verbus.marketdata.glimpse.GlimpseTarget;
import io.verbus.marketdata.mold.MoldTarget;
import io.verbus.marketdata.mold.PacketFormat;
import io.verbus.marketdata.source.CaptureTarget;
import io.verbus.matching.EngineTarget;
import io.verbus.matching.script.ExchangeTarget;
import io.verbus.matching.script.ScriptTarget;
import io.verbus.net.handshake.HandshakeTarget;
import io.verbus.orders.intake.EntriesTarget;
import io.verbus.orders.intake.IntakeTarget;
import io.verbus.orders.seat.SeatTarget;
import io.verbus.rdma.link.WordsTarget;
import io.verbus.recovery.RangesTarget;
import io.verbus.tcp.connection.HelloTarget;
import io.verbus.tcp.link.StreamsTarget;
import io.verbus.tools.book.BooksTarget;
import io.verbus.tools.tap.SchemaTarget;
import io.verbus.tools.tap.TapTarget;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/** All targets: each reader of foreign bytes has one. */
public enum Targets {
    /** Frames of a log, one at a time. */
    FRAMES(FramesTarget::new),
    /** A log as a subscription reads it: header words, chunk table, frames; and the reports to the application. */
    IMAGE(ImageTarget::new),
    /** An image written by a remote publisher over several connections, and the reports to the application. */
    REMOTE(RemoteTarget::new),
    /** Identities in the file headers of logs and subscriptions, and the chunk table. */
    HEADERS(HeadersTarget::new),
    /** The loss report, and the counters and errors of another process. */
    REPORTS(ReportsTarget::new),
    /** Handshake messages of peers. */
    HANDSHAKE(HandshakeTarget::new),
    /** The first bytes of a peer over TCP. */
    HELLO(HelloTarget::new),
    /** The frames of a peer over TCP, at both sides. */
    STREAMS(StreamsTarget::new),
    /** The words that a peer writes by RDMA, and the credit that they grant. */
    WORDS(WordsTarget::new),
    /** Segments of a journal: headers, seals, indexes, records. */
    JOURNAL(JournalTarget::new),
    /** Range requests of a journal, and range responses. */
    RANGES(RangesTarget::new),
    /** Files of ITCH messages, raw or gzip, played to a stream. */
    FEED(FeedTarget::new),
    /** MoldUDP64 datagrams, on one side or two. */
    MOLD(scratch -> new MoldTarget(scratch, PacketFormat.MOLDUDP64)),
    /** IEX-TP datagrams, on one side or two. */
    IEX_TP(scratch -> new MoldTarget(scratch, PacketFormat.IEX_TP)),
    /** DEEP messages of IEX, published and applied to books. */
    DEEP(DeepTarget::new),
    /** The bytes of a GLIMPSE server. */
    GLIMPSE(GlimpseTarget::new),
    /** Captures, and the session in them. */
    CAPTURE(CaptureTarget::new),
    /** Market data of a stream, applied to books. */
    BOOKS(BooksTarget::new),
    /** Inputs of the matching engine. */
    ENGINE(EngineTarget::new),
    /** Scripts of the matching engine. */
    SCRIPT(ScriptTarget::new),
    /** Exchange files, and changes of limits. */
    EXCHANGE(ExchangeTarget::new),
    /** Messages of seats at the gateway. */
    INTAKE(IntakeTarget::new),
    /** Entries of the gateway's log. */
    ENTRIES(EntriesTarget::new),
    /** Messages of the gateway at a seat. */
    SEAT(SeatTarget::new),
    /** Messages of a stream, as ./bus tap prints them. */
    TAP(TapTarget::new),
    /** SBE schemas of ./bus tap. */
    SCHEMA(SchemaTarget::new);

    private final Function<Path, Target> maker;

    Targets(final Function<Path, Target> maker) {
        this.maker = maker;
    }

    /** Its name in commands and files. */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Creates the target.
     *
     * @param scratch an empty directory in shared memory, for its files
     * @return the target
     */
    public Target make(final Path scratch) {
        return maker.apply(scratch);
    }

    /** The target of a name; for an unknown name, an exception that lists all names. */
    public static Targets of(final String title) {
        for (final Targets target : values()) {
            if (target.title().equals(title)) {
                return target;
            }
        }
        throw new IllegalArgumentException("unknown target " + title + ": use " + titles());
    }

    /** All names. */
    public static String titles() {
        return String.join(", ", Arrays.stream(values()).map(Targets::title).toList());
    }
}
