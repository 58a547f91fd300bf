package io.verbus.internal.subscriber;

import io.verbus.GapCause;
import io.verbus.internal.log.Boundary;
import io.verbus.spi.HistoryLink;
import io.verbus.spi.ImageLink;
import org.agrona.concurrent.UnsafeBuffer;

/** The link of the owner of a host mirror to the publisher: the owner's credit is that of all members. */
final class MirrorOwnerLink implements ImageLink {
    /** Credit is computed in one of so many polls. */
    private static final int CREDIT_POLLS = 16;

    private final ImageLink link;
    private final MirrorOwner owner;
    private final GapCause jumpCause;
    private int polls;

    MirrorOwnerLink(final ImageLink link, final MirrorOwner owner, final GapCause jumpCause) {
        this.link = link;
        this.owner = owner;
        this.jumpCause = jumpCause;
    }

    @Override
    public long readable() {
        final long readable = link.readable();
        owner.published(readable);
        if (++polls % CREDIT_POLLS == 0) {
            link.consumed(owner.credit());
        }
        return readable;
    }

    @Override
    public void consumed(final long position) {
        owner.consumed(position);
        if (owner.isCreditDue()) {
            link.consumed(owner.credit());
        }
    }

    @Override
    public long jumpPosition() {
        final long position = link.jumpPosition();
        if (position < 0 || !owner.isQuiet(new Boundary(owner.own(), owner.reader().nextSequence()))) {
            return -1;
        }
        owner.jump(new Boundary(position, link.jumpSequence()), jumpCause);
        return position;
    }

    @Override
    public long jumpSequence() {
        return link.jumpSequence();
    }

    @Override
    public void resume() {
        final Boundary to = new Boundary(link.jumpPosition(), link.jumpSequence());
        link.resume();
        owner.jumped(to);
    }

    @Override
    public boolean offersHistory() {
        return link.offersHistory();
    }

    @Override
    public HistoryLink history(final UnsafeBuffer memory) {
        return link.history(memory);
    }

    @Override
    public void sendHeartbeat() {
        link.sendHeartbeat();
    }

    @Override
    public long heartbeat() {
        return link.heartbeat();
    }

    @Override
    public long publisherPosition() {
        return link.publisherPosition();
    }

    @Override
    public long publisherSequence() {
        return link.publisherSequence();
    }

    @Override
    public int sessions() {
        return link.sessions();
    }

    @Override
    public void leave() {
        link.leave();
    }

    @Override
    public void end(final String cause) {
        link.end(cause);
    }

    @Override
    public String endedBy() {
        return link.endedBy();
    }

    @Override
    public boolean isReleased() {
        return link.isReleased();
    }

    @Override
    public void close() {
        link.close();
    }

    @Override
    public String peer() {
        return link.peer();
    }

    @Override
    public String medium() {
        return link.medium();
    }
}
