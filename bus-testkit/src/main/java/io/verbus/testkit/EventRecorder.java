package io.verbus.testkit;

import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.Session;
import io.verbus.SessionListener;
import java.util.ArrayList;
import java.util.List;

/** Records the events of a listener as short texts. */
public final class EventRecorder implements SessionListener {
    private final List<String> events = new ArrayList<>();
    private final List<GapCause> gapCauses = new ArrayList<>();
    private final List<LossCause> lossCauses = new ArrayList<>();
    private long missed;
    private boolean takingOver;

    /** Takes over missing messages from now on, as a listener does that fetches them from another source. */
    public void takeOver() {
        takingOver = true;
    }

    /** The events received, in order. */
    public List<String> events() {
        return events;
    }

    /** The causes of the gaps, in order. */
    public List<GapCause> gapCauses() {
        return gapCauses;
    }

    /** The causes of the losses of a session, in order. */
    public List<LossCause> lossCauses() {
        return lossCauses;
    }

    /** Number of messages reported missing. */
    public long missed() {
        return missed;
    }

    @Override
    public void onStarted(final Session session, final long first) {
        events.add("started " + first);
    }

    @Override
    public boolean onMissing(final Gap gap) {
        if (takingOver) {
            events.add("missing " + gap.first() + ".." + gap.last());
        }
        return takingOver;
    }

    @Override
    public void onGap(final Gap gap) {
        missed += gap.count();
        gapCauses.add(gap.cause());
        events.add("gap " + gap.first() + ".." + gap.last());
    }

    @Override
    public void onDoubtful(final Session session, final long sequence) {
        events.add("doubtful " + sequence);
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        events.add("ended " + messages);
    }

    @Override
    public void onRestarted(final Session earlier, final Session session) {
        events.add("restarted");
    }

    @Override
    public void onLost(final LostSession lost) {
        lossCauses.add(lost.cause());
        events.add("lost " + (lost.forGood() ? "for good " : "") + lost.next() + ": " + lost.description());
    }

    @Override
    public void onBack(final Session session, final long next) {
        events.add("back " + next);
    }
}
