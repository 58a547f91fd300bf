package io.verbus.losses;

import static io.verbus.losses.LossLayout.CAUSE_OFFSET;
import static io.verbus.losses.LossLayout.FIRST_OFFSET;
import static io.verbus.losses.LossLayout.GAPS_OFFSET;
import static io.verbus.losses.LossLayout.LAST_OFFSET;
import static io.verbus.losses.LossLayout.MESSAGES_OFFSET;
import static io.verbus.losses.LossLayout.NAME_OFFSET;
import static io.verbus.losses.LossLayout.PUBLISHER_PID_OFFSET;
import static io.verbus.losses.LossLayout.SESSION_OFFSET;
import static io.verbus.losses.LossLayout.STREAM_OFFSET;
import static io.verbus.losses.LossLayout.SUBSCRIBER_PID_OFFSET;
import static io.verbus.losses.LossLayout.SUBSCRIPTION_OFFSET;
import static io.verbus.losses.LossLayout.TEXT_LENGTH;
import static io.verbus.losses.LossLayout.TIME_OFFSET;

import io.verbus.os.Fields;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The bytes of an entry, without its state. */
final class LossEntry {
    private LossEntry() {
    }

    static void encode(final Loss loss, final MutableDirectBuffer report, final int entry) {
        report.putLong(entry + TIME_OFFSET, loss.epochNs());
        report.putLong(entry + SESSION_OFFSET, loss.publisher().session());
        report.putLong(entry + PUBLISHER_PID_OFFSET, loss.publisher().pid());
        report.putLong(entry + SUBSCRIPTION_OFFSET, loss.subscriber().id());
        report.putLong(entry + SUBSCRIBER_PID_OFFSET, loss.subscriber().pid());
        report.putLong(entry + FIRST_OFFSET, loss.first());
        report.putLong(entry + LAST_OFFSET, loss.last());
        report.putLong(entry + MESSAGES_OFFSET, loss.count());
        report.putLong(entry + GAPS_OFFSET, loss.gaps());
        Fields.putText(report, entry + STREAM_OFFSET, loss.publisher().stream(), TEXT_LENGTH);
        Fields.putText(report, entry + NAME_OFFSET, loss.subscriber().name(), TEXT_LENGTH);
        Fields.putText(report, entry + CAUSE_OFFSET, loss.cause(), TEXT_LENGTH);
    }

    static Loss decode(final DirectBuffer entry) {
        return new Loss(entry.getLong(TIME_OFFSET),
                new Loss.Publisher(Fields.text(entry, STREAM_OFFSET, TEXT_LENGTH), entry.getLong(SESSION_OFFSET),
                        entry.getLong(PUBLISHER_PID_OFFSET)),
                new Loss.Subscriber(Fields.text(entry, NAME_OFFSET, TEXT_LENGTH), entry.getLong(SUBSCRIPTION_OFFSET),
                        entry.getLong(SUBSCRIBER_PID_OFFSET)),
                new Loss.Extent(entry.getLong(FIRST_OFFSET), entry.getLong(LAST_OFFSET),
                        entry.getLong(MESSAGES_OFFSET), entry.getLong(GAPS_OFFSET)),
                Fields.text(entry, CAUSE_OFFSET, TEXT_LENGTH));
    }
}
