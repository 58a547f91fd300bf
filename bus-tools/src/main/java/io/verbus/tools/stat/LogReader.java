package io.verbus.tools.stat;

import io.verbus.BusException;
import io.verbus.Refusal;
import io.verbus.internal.log.LogHeader;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.os.MappedFile;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.tools.stat.SubscriptionStat.Read;
import java.nio.file.Path;

/** Finds the lag of a position in a log of this host: in bytes, messages and time. */
final class LogReader {
    private static final double PERCENT = 100.0;

    private final BusDirectory directory;
    private final long nowNs;

    LogReader(final BusDirectory directory, final long nowNs) {
        this.directory = directory;
        this.nowNs = nowNs;
    }

    /** The lag of a subscription on this host. It may be ahead of the end stored in the last duty cycle. */
    Read read(final PublicationStat publication, final long position, final Refusal refusal) {
        return read(publication, position, Math.max(0, publication.position() - position), refusal);
    }

    /** The lag of a subscription with a known lag in bytes. */
    Read read(final PublicationStat publication, final long position, final long lagBytes, final Refusal refusal) {
        final boolean hasUnread = lagBytes > 0 && position < publication.position();
        final UnreadMessage next = hasUnread ? next(publication, position) : null;
        final long consumed = next == null ? publication.messages() : next.sequence();
        return new Read(publication.session(), "", position, consumed,
                consumed == UnreadMessage.UNKNOWN
                        ? SubscriptionStat.UNKNOWN
                        : Math.max(0, publication.messages() - consumed),
                lagBytes, percent(lagBytes, publication.capacity()), lagNs(next), next != null && next.overwritten(),
                refusal, null);
    }

    /** The lag in percent of the capacity of the log. */
    static double percent(final long lagBytes, final long capacity) {
        return PERCENT * lagBytes / capacity;
    }

    private long lagNs(final UnreadMessage next) {
        if (next == null) {
            return 0;
        }
        return next.publishedNs() == UnreadMessage.UNKNOWN
                ? SubscriptionStat.UNKNOWN
                : Math.max(0, nowNs - next.publishedNs());
    }

    private UnreadMessage next(final PublicationStat publication, final long position) {
        final Path path = directory.stream(publication.stream()).log(publication.session());
        try (MappedFile file = MappedFile.openReadOnly(path)) {
            return UnreadMessage.at(position,
                    LogHeader.decode(file.buffer(0, LogLayout.HEADER_LENGTH), file.length(), path), file);
        } catch (final BusException e) { // the publication has closed since its header was read
            return UnreadMessage.NONE;
        }
    }
}
