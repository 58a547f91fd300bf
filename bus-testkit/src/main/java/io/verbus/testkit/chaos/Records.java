package io.verbus.testkit.chaos;

import io.verbus.Action;
import io.verbus.journal.JournalHandler;
import io.verbus.journal.JournalReader;
import io.verbus.journal.RecordHeader;
import io.verbus.journal.RecordedSession;
import io.verbus.journal.SessionReader;
import io.verbus.support.Payloads;
import io.verbus.testkit.oracle.SessionOracle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

/** The recorded messages of each session, read in full: each message as it was published, or reported missing. */
public final class Records implements JournalHandler {
    private static final int LIMIT = 1_000;

    private final Payloads payloads;
    private final String session;
    private final List<String> faults = new ArrayList<>();
    private final SessionOracle oracle = new SessionOracle(this::violated);
    private long messages;

    private Records(final RecordedSession recorded) {
        this.payloads = Child.payloads(recorded.session().id());
        this.session = Child.hex(recorded.session().id());
        oracle.started(recorded.first());
    }

    /** By session. */
    public static Map<String, Records> of(final Path directory) {
        final Map<String, Records> all = new HashMap<>();
        final JournalReader journal = JournalReader.open(directory);
        for (final RecordedSession recorded : journal.sessions()) {
            final Records records = new Records(recorded);
            try (SessionReader reader = journal.read(recorded.session().id())) {
                while (reader.poll(records, LIMIT) > 0) {
                    continue;
                }
            }
            all.put(records.session, records);
        }
        return all;
    }

    public List<String> faults() {
        return faults;
    }

    long next() {
        return oracle.next();
    }

    public long messages() {
        return messages;
    }

    public long missing() {
        return oracle.missed();
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final RecordHeader header) {
        final String fault = payloads.fault(buffer, offset, length, header.sequence());
        if (fault != null) {
            violated(fault);
        }
        oracle.message(header.sequence(), header.frames());
        messages++;
        return Action.TAKEN;
    }

    @Override
    public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
        oracle.gap(first, last);
    }

    private void violated(final String what) {
        faults.add(session + ": " + what);
    }

    @Override
    public String toString() {
        return session + ", " + messages + " messages, " + oracle;
    }
}
