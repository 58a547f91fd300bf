package io.verbus.tools.journal;

import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Refusal;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Tells a person what becomes of the sessions that are recorded, a line a thing. On the polling thread. */
final class News implements SessionListener {
    /** Gaps that are told one by one; a recorder that is always late has thousands. */
    private static final int GAPS_TOLD = 10;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

    private final PrintWriter out;
    private final InstantSource time;
    private int begun;
    private int ended;
    private int lost;
    private int gaps;

    News(final PrintWriter out, final InstantSource time) {
        this.out = out;
        this.time = time;
    }

    /** Sessions that have begun and are not over. */
    int running() {
        return begun - ended - lost;
    }

    /** Sessions that are over. */
    int over() {
        return ended + lost;
    }

    /** Sessions whose publisher was lost for good. */
    int lost() {
        return lost;
    }

    @Override
    public void onStarted(final Session session, final long first) {
        begun++;
        say("recording " + session + " from sequence " + first);
    }

    @Override
    public void onGap(final Gap gap) {
        gaps++;
        if (gaps <= GAPS_TOLD) {
            say("gap in session " + Long.toHexString(gap.session().id()) + ": sequences " + gap.first() + " to "
                    + gap.last() + " are missing: " + gap.cause()
                    + (gaps < GAPS_TOLD ? "" : "; more gaps are only counted"));
        }
    }

    @Override
    public void onRefused(final Session session, final Refusal cause) {
        say("session " + Long.toHexString(session.id()) + " is recorded as under SKIP: " + cause.cause());
    }

    @Override
    public void onLost(final LostSession which) {
        lost += which.forGood() ? 1 : 0;
        say("session " + Long.toHexString(which.session().id()) + " is lost for " + (which.forGood() ? "good" : "now")
                + " before sequence " + which.next() + ": " + which.cause());
    }

    @Override
    public void onBack(final Session session, final long next) {
        say("session " + Long.toHexString(session.id()) + " is back, with sequence " + next);
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        ended++;
        say("session " + Long.toHexString(session.id()) + " ended before sequence " + messages);
    }

    void say(final String what) {
        out.println("record: " + TIME.format(time.instant()) + " " + what);
        out.flush();
    }
}
