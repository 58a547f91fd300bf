package io.verbus.tools.options;

import io.verbus.journal.JournalReader;
import io.verbus.journal.ReplayRange;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that select a part of a journal. */
public final class RangeOptions {
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

    /** Creates the options; picocli sets them. */
    public RangeOptions() {
    }

    /**
     * The range of each session.
     *
     * @return the range
     * @throws ParameterException if it ends before it begins
     */
    public ReplayRange range() {
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

    /** {@return the id of the only session; null for all} */
    public Long session() {
        return session == null ? null : session.id();
    }

    /**
     * The damaged files of the selected sessions.
     *
     * @param journal has them
     * @return one message for a person for each, see {@link JournalReader#damagedFiles()}
     */
    public List<String> damagedFiles(final JournalReader journal) {
        return session == null ? journal.damagedFiles() : journal.damagedFiles(session.id());
    }

    /**
     * The selected sessions.
     *
     * @param journal has them
     * @return their ids, in order of their start
     */
    public List<Long> sessions(final JournalReader journal) {
        return session == null
                ? journal.sessions().stream().map(recorded -> recorded.session().id()).toList()
                : List.of(session.id());
    }
}
