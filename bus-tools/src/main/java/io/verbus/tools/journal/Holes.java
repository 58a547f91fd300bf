package io.verbus.tools.journal;

import io.verbus.Action;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.ReplayRange;
import io.verbus.journal.SessionReader;
import io.verbus.tools.Texts;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;

/**
 * Reports the parts of a range that a recorded session lacks: recorded losses, damage, absent segments, a regular end.
 * It takes no messages, so it can also advance to the next message without consuming it.
 */
public final class Holes implements JournalHandler {
    private final String session;
    private final ReplayRange range;
    private final Consumer<String> report;
    private boolean isWhole = true;
    private boolean atMessage;
    private boolean ended;

    /**
     * Begins at the position of a reader.
     *
     * @param reader of the session
     * @param range that is checked
     * @param report receives one line for each missing part
     */
    public Holes(final SessionReader reader, final ReplayRange range, final Consumer<String> report) {
        this.session = "session " + Texts.hex(reader.session().id()) + ": ";
        this.range = range;
        this.report = report;
        if (range.from() == null && reader.next() > 0) {
            add("sequences 0 to " + (reader.next() - 1) + " are not in the journal (--from " + reader.next()
                    + " selects the rest)");
        }
    }

    /** {@return whether the session is whole so far: nothing was reported} */
    public boolean isWhole() {
        return isWhole;
    }

    /** Advances to the next message in the range. Returns false if there is none. */
    boolean findMessage(final SessionReader reader) {
        atMessage = false;
        while (reader.poll(this, 1) > 0) {
            assert !atMessage : "polling continued after a message that was not taken";
        }
        return atMessage;
    }

    /** Reports that a session has no regular end, unless the range has an end of its own. */
    void checkEnd() {
        if (!ended && range.to() == null) {
            add("its end is not recorded");
        }
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final RecordHeader header) {
        atMessage = !range.isAfterEnd(header.sequence(), header.receivedNs());
        return Action.NOT_TAKEN;
    }

    @Override
    public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
        if (!range.isAfterEnd(first, receivedNs)) {
            add("sequences " + first + " to " + last + " are missing in the journal: " + cause);
        }
    }

    @Override
    public void onDamage(final long first, final long last, final long receivedNs, final String damage) {
        if (!range.isAfterEnd(first, receivedNs)) {
            add((first <= last ? "sequences " + first + " to " + last + " cannot be read: " : "") + damage);
        }
    }

    @Override
    public void onEnd(final long messages, final long receivedNs, final String cause) {
        ended = true;
        if (!cause.isEmpty() && !range.isAfterEnd(messages, receivedNs)) {
            add("its publisher was lost before its end: " + cause);
        }
    }

    private void add(final String hole) {
        isWhole = false;
        report.accept(session + hole);
    }
}
