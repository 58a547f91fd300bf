package io.verbus.support;

import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.SessionEvent;
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
    public void onEvent(final SessionEvent event) {
        switch (event) {
            case SessionEvent.Started(_, long first) -> events.add("started " + first);
            case Gap gap -> {
                missed += gap.count();
                gapCauses.add(gap.cause());
                events.add("gap " + gap.first() + ".." + gap.last());
            }
            case SessionEvent.Doubtful(_, long sequence) -> events.add("doubtful " + sequence);
            case SessionEvent.Ended(_, long messages) -> events.add("ended " + messages);
            case SessionEvent.Restarted _ -> events.add("restarted");
            case LostSession lost -> {
                lossCauses.add(lost.cause());
                events.add("lost " + (lost.forGood() ? "for good " : "") + lost.next() + ": " + lost.description());
            }
            case SessionEvent.Back(_, long next) -> events.add("back " + next);
            default -> {
            }
        }
    }

    @Override
    public boolean onMissing(final Gap gap) {
        if (takingOver) {
            events.add("missing " + gap.first() + ".." + gap.last());
        }
        return takingOver;
    }
}
