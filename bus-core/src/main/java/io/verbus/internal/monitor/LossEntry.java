package io.verbus.internal.monitor;

import static io.verbus.internal.monitor.LossLayout.CAUSE_OFFSET;
import static io.verbus.internal.monitor.LossLayout.DESCRIPTION_OFFSET;
import static io.verbus.internal.monitor.LossLayout.FIRST_OFFSET;
import static io.verbus.internal.monitor.LossLayout.GAPS_OFFSET;
import static io.verbus.internal.monitor.LossLayout.LAST_OFFSET;
import static io.verbus.internal.monitor.LossLayout.MESSAGES_OFFSET;
import static io.verbus.internal.monitor.LossLayout.NAME_OFFSET;
import static io.verbus.internal.monitor.LossLayout.PUBLISHER_PID_OFFSET;
import static io.verbus.internal.monitor.LossLayout.SESSION_OFFSET;
import static io.verbus.internal.monitor.LossLayout.STREAM_OFFSET;
import static io.verbus.internal.monitor.LossLayout.SUBSCRIBER_PID_OFFSET;
import static io.verbus.internal.monitor.LossLayout.SUBSCRIPTION_OFFSET;
import static io.verbus.internal.monitor.LossLayout.TEXT_LENGTH;
import static io.verbus.internal.monitor.LossLayout.TIME_OFFSET;

import io.verbus.GapCause;
import io.verbus.internal.os.HeaderFields;
import io.verbus.monitor.Loss;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The bytes of an entry, without its state. */
public final class LossEntry {
    private static final GapCause[] CAUSES = GapCause.values();

    private LossEntry() {
    }

    public static void encode(final Loss loss, final MutableDirectBuffer report, final int entry) {
        report.putLong(entry + TIME_OFFSET, loss.epochNs());
        report.putLong(entry + SESSION_OFFSET, loss.publisher().session());
        report.putLong(entry + PUBLISHER_PID_OFFSET, loss.publisher().pid());
        report.putLong(entry + SUBSCRIPTION_OFFSET, loss.subscriber().id());
        report.putLong(entry + SUBSCRIBER_PID_OFFSET, loss.subscriber().pid());
        report.putLong(entry + FIRST_OFFSET, loss.first());
        report.putLong(entry + LAST_OFFSET, loss.last());
        report.putLong(entry + MESSAGES_OFFSET, loss.count());
        report.putLong(entry + GAPS_OFFSET, loss.gaps());
        HeaderFields.putText(report, entry + STREAM_OFFSET, loss.publisher().stream(), TEXT_LENGTH);
        HeaderFields.putText(report, entry + NAME_OFFSET, loss.subscriber().name(), TEXT_LENGTH);
        report.putInt(entry + CAUSE_OFFSET, loss.cause().ordinal());
        HeaderFields.putText(report, entry + DESCRIPTION_OFFSET, loss.description(), TEXT_LENGTH);
    }

    /** Whether the cause is known to this build, as in each entry that a build of this layout wrote. */
    static boolean isKnown(final DirectBuffer entry) {
        final int cause = entry.getInt(CAUSE_OFFSET);
        return cause >= 0 && cause < CAUSES.length;
    }

    public static Loss decode(final DirectBuffer entry) {
        return new Loss(entry.getLong(TIME_OFFSET),
                new Loss.Publisher(HeaderFields.text(entry, STREAM_OFFSET, TEXT_LENGTH), entry.getLong(SESSION_OFFSET),
                        entry.getLong(PUBLISHER_PID_OFFSET)),
                new Loss.Reporter(HeaderFields.text(entry, NAME_OFFSET, TEXT_LENGTH),
                        entry.getLong(SUBSCRIPTION_OFFSET),
                        entry.getLong(SUBSCRIBER_PID_OFFSET)),
                new Loss.Extent(entry.getLong(FIRST_OFFSET), entry.getLong(LAST_OFFSET),
                        entry.getLong(MESSAGES_OFFSET), entry.getLong(GAPS_OFFSET)),
                CAUSES[entry.getInt(CAUSE_OFFSET)], HeaderFields.text(entry, DESCRIPTION_OFFSET, TEXT_LENGTH));
    }
}
