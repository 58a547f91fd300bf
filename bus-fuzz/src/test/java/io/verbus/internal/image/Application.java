package io.verbus.internal.image;

import static io.verbus.fuzz.Checks.check;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.Repair;
import io.verbus.internal.monitor.GapCounters;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;

/** An application that checks all reports of an image; a reluctant one refuses every third message at first. */
final class Application implements GapCounters {
    private final SessionReports story = new SessionReports();
    private final boolean isReluctant;
    private final Consumer<Header> alsoChecks;
    private int calls;

    Application(final boolean isReluctant, final Consumer<Header> alsoChecks) {
        this.isReluctant = isReluctant;
        this.alsoChecks = alsoChecks;
    }

    SessionReports story() {
        return story;
    }

    ImageSettings settings(final Repair repair, final boolean copies) {
        return new ImageSettings("t", repair, copies, new ReassemblyMemory(1 << 12), story, this, e -> {
            throw new AssertionError("handler failed", e);
        }, () -> 0);
    }

    void poll(final Image image, final int limit) {
        final boolean done = image.isDone();
        final int count = image.poll(this::onMessage, limit);
        check(count <= limit && !(done && count > 0), count + " messages of " + limit);
        story.checkDone(image.isDone());
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        buffer.boundsCheck(offset, length);
        check(length >= 0 && length <= Rings.CAPACITY, "a message of " + length + " bytes");
        alsoChecks.accept(header);
        if (isReluctant && ++calls % 3 == 0) {
            return Action.NOT_TAKEN;
        }
        story.onMessage(header.sequence(), header.frames());
        return Action.TAKEN;
    }

    @Override
    public void gap(final long messages) {
        check(messages > 0, "a gap of " + messages);
    }

    @Override
    public void discarded(final long copies) {
        check(copies >= 0, "discarded " + copies);
    }

    @Override
    public void failed() {
        throw new AssertionError("unexpected handler failure");
    }
}
