package io.verbus.tools.journal;

import io.verbus.journal.JournalReader;
import io.verbus.journal.replay.Range;
import io.verbus.tools.journal.Amounts.SessionId;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The part of a journal that a command line asks for. */
final class RangeOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--session", paramLabel = "ID", description = "This session alone. Default: all, by their start.")
    private SessionId session;

    @Option(names = "--from", paramLabel = "SEQ|TIME", description = "First sequence, or time of reception in UTC, as"
            + " 2026-01-31T09:30:00Z. Default: the oldest.")
    private Range.Point from;

    @Option(names = "--to", paramLabel = "SEQ|TIME",
            description = "Last sequence, or time of reception. Default: the newest.")
    private Range.Point to;

    /** The range; wrong usage if it ends before it begins. */
    Range range() {
        final boolean isBackwards = from instanceof Range.Sequence(long first)
                && to instanceof Range.Sequence(long last) && first > last
                || from instanceof Range.Time(long firstNs) && to instanceof Range.Time(long lastNs)
                        && firstNs > lastNs;
        if (isBackwards) {
            throw new ParameterException(spec.commandLine(), "Invalid value for option '--to': it is before --from");
        }
        return new Range(from, to);
    }

    /** The ids of the sessions. */
    List<Long> sessions(final JournalReader journal) {
        return session == null
                ? journal.sessions().stream().map(recorded -> recorded.session().id()).toList()
                : List.of(session.id());
    }
}
