package io.verbus.fuzz;

import io.verbus.image.FramesTarget;
import io.verbus.image.ImageTarget;
import io.verbus.image.RemoteTarget;
import io.verbus.journal.JournalTarget;
import io.verbus.log.HeadersTarget;
import io.verbus.losses.ReportsTarget;
import io.verbus.recovery.RangesTarget;
import io.verbus.rdma.handshake.HandshakeTarget;
import io.verbus.rdma.link.WordsTarget;
import io.verbus.sample.publisher.FeedTarget;
import io.verbus.sample.publisher.mold.MoldTarget;
import io.verbus.sample.subscriber.BooksTarget;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/** All targets: whoever reads bytes that it did not write has one here. */
public enum Targets {
    /** Frames of a log, one by one. */
    FRAMES(FramesTarget::new),
    /** A log as a subscription sees it: header words, chunk table, frames; and what is told of it. */
    IMAGE(ImageTarget::new),
    /** An image that a publisher on another host writes into, over several connections; and what is told of it. */
    REMOTE(RemoteTarget::new),
    /** What logs and subscriptions say of themselves in the headers of their files, and the chunk table. */
    HEADERS(HeadersTarget::new),
    /** The loss report, and the counters of another process. */
    REPORTS(ReportsTarget::new),
    /** What peers say to each other before the first RDMA write. */
    HANDSHAKE(HandshakeTarget::new),
    /** The words that a peer writes by RDMA, and what they grant. */
    WORDS(WordsTarget::new),
    /** Segments of a journal: headers, seals, indexes, records. */
    JOURNAL(JournalTarget::new),
    /** Requests for ranges of a journal, and the answers. */
    RANGES(RangesTarget::new),
    /** Files of ITCH messages, raw or gzip, onto a stream. */
    FEED(FeedTarget::new),
    /** MoldUDP64 datagrams. */
    MOLD(MoldTarget::new),
    /** Market data from a stream, into books. */
    BOOKS(BooksTarget::new);

    private final Function<Path, Target> maker;

    Targets(final Function<Path, Target> maker) {
        this.maker = maker;
    }

    /** Its name in commands and files. */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Makes it.
     *
     * @param scratch an empty directory in shared memory, for its files
     * @return the target
     */
    public Target make(final Path scratch) {
        return maker.apply(scratch);
    }

    /** The target of a name; an exception that names all of them if there is none. */
    public static Targets of(final String title) {
        for (final Targets target : values()) {
            if (target.title().equals(title)) {
                return target;
            }
        }
        throw new IllegalArgumentException("there is no target " + title + "; there are " + titles());
    }

    /** All names. */
    public static String titles() {
        return String.join(", ", Arrays.stream(values()).map(Targets::title).toList());
    }
}
