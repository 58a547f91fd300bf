package io.verbus.tools.journal;

import io.verbus.journal.JournalReader;
import io.verbus.journal.ReplayRange;
import io.verbus.tools.options.SessionId;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that select a part of a journal. */
final class RangeOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--session", paramLabel = "ID",
            description = "Select one session, by its 16 hex digits. Default: all, in order of their start.")
    private SessionId session;

    @Option(names = "--from", paramLabel = "SEQ|TIME",
            description = "First sequence, or first time of reception in UTC, such as 2026-01-31T09:30:00Z. Default:"
                    + " the oldest recorded.")
    private ReplayRange.Point from;

    @Option(names = "--to", paramLabel = "SEQ|TIME",
            description = "Last sequence, or last time of reception. Default: the newest recorded.")
    private ReplayRange.Point to;

    /** Returns the range, or reports wrong usage if it ends before it begins. */
    ReplayRange range() {
        final boolean isBackwards = from instanceof ReplayRange.Sequence(long first)
                && to instanceof ReplayRange.Sequence(long last) && first > last
                || from instanceof ReplayRange.Time(long firstNs) && to instanceof ReplayRange.Time(long lastNs)
                        && firstNs > lastNs;
        if (isBackwards) {
            throw new ParameterException(spec.commandLine(),
                    "Invalid value for option '--to': it is before --from: swap them");
        }
        return new ReplayRange(from, to);
    }

    /** Returns the ids of the selected sessions. */
    List<Long> sessions(final JournalReader journal) {
        return session == null
                ? journal.sessions().stream().map(recorded -> recorded.session().id()).toList()
                : List.of(session.id());
    }
}
