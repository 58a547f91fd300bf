package io.verbus.tools;

import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.Refusal;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Prints the events of the sessions that a command takes, one line each. Used by the polling thread. */
public final class SessionNews implements SessionListener {
    /** Gaps printed one by one. The rest are only counted: a reader that always lags has thousands. */
    private static final int MAX_PRINTED_GAPS = 10;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

    private final String command;
    private final String doing;
    private final PrintWriter out;
    private final InstantSource time;
    private int started;
    private int ended;
    private int lost;
    private int gaps;

    /**
     * Nothing has happened yet.
     *
     * @param command its name, before each line
     * @param doing its work on a session, such as recording
     * @param out to print to
     * @param time of each line
     */
    public SessionNews(final String command, final String doing, final PrintWriter out, final InstantSource time) {
        this.command = command;
        this.doing = doing;
        this.out = out;
        this.time = time;
    }

    /** {@return sessions in progress} */
    public int running() {
        return started - ended - lost;
    }

    /** {@return sessions that ended or were lost for good} */
    public int over() {
        return ended + lost;
    }

    /** {@return sessions that were lost for good} */
    public int lost() {
        return lost;
    }

    /** {@return gaps so far} */
    public int gaps() {
        return gaps;
    }

    @Override
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started(Session session, long first) -> {
                started++;
                print(doing + " " + session + " from sequence " + first);
            }
            case Gap gap -> {
                gaps++;
                if (gaps <= MAX_PRINTED_GAPS) {
                    print("gap in session " + Long.toHexString(gap.session().id()) + ": sequences " + gap.first()
                            + " to "
                            + gap.last() + " are missing: " + gap.description()
                            + (gaps < MAX_PRINTED_GAPS ? "" : "; more gaps are only counted"));
                }
            }
            case SessionEvent.Refused(Session session, Refusal cause) ->
                print("session " + Long.toHexString(session.id()) + " is read under SKIP instead of BLOCK: "
                        + cause.description());
            case LostSession session -> {
                lost += session.forGood() ? 1 : 0;
                print("session " + Long.toHexString(session.session().id()) + " is lost "
                        + (session.forGood() ? "for good" : "for now") + " before sequence " + session.next() + ": "
                        + session.description());
            }
            case SessionEvent.Back(Session session, long next) ->
                print("session " + Long.toHexString(session.id()) + " is back, it continues with sequence " + next);
            case SessionEvent.Ended(Session session, long messages) -> {
                ended++;
                print("session " + Long.toHexString(session.id()) + " ended before sequence " + messages);
            }
            default -> {
            }
        }
    }

    /**
     * Prints a line.
     *
     * @param message of the line
     */
    public void print(final String message) {
        out.println(command + ": " + TIME.format(time.instant()) + " " + message);
        out.flush();
    }
}
