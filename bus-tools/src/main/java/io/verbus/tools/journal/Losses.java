package io.verbus.tools.journal;

import io.verbus.Action;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.RecordHeader;
import java.io.PrintWriter;
import org.agrona.DirectBuffer;

/** Tells a person what the journal says is missing. */
final class Losses implements JournalHandler {
    private final PrintWriter out;
    private long count;

    Losses(final PrintWriter out) {
        this.out = out;
    }

    long count() {
        return count;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final RecordHeader header) {
        return Action.TAKEN;
    }

    @Override
    public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
        count++;
        out.println("replay: sequences " + first + " to " + last + " are missing in the journal: " + cause);
        out.flush();
    }
}
