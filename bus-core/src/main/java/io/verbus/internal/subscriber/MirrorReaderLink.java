package io.verbus.internal.subscriber;

import io.verbus.GapCause;
import io.verbus.internal.image.SharedImageLink;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.Heartbeat;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import io.verbus.internal.shm.MirrorEntry;

/** The link of a member that reads the image of the owner in place, until it becomes the owner. */
final class MirrorReaderLink implements SharedImageLink {
    private final Log image;
    private final MirrorEntry entry;
    private final int member;
    private final String peer;
    private long seenCuts;
    private long followedJumps;
    private boolean betweenMessages;
    private volatile String endedBy;

    /**
     * Starts to read. The member's place is set, if it gates the image already.
     *
     * @param image of the session, mapped
     * @param entry of the session
     * @param member number of this member
     */
    MirrorReaderLink(final Log image, final MirrorEntry entry, final int member) {
        this.image = image;
        this.entry = entry;
        this.member = member;
        this.peer = entry.peer();
    }

    /**
     * Chooses the start.
     *
     * @param fromStart whether it is the start of the image, if that is not overwritten; else the last boundary
     */
    Boundary join(final boolean fromStart) {
        final Boundary start = entry.start();
        if (fromStart) {
            entry.join(member, start.position());
            seenCuts = entry.cuts();
            if (Horizon.of(image.header()) <= start.position()) {
                return start;
            }
        }
        return rejoin();
    }

    @Override
    public Boundary rejoin() {
        while (true) {
            final MirrorEntry.JoinBoundary place = entry.boundary();
            final Boundary at = place.at();
            seenCuts = entry.cuts();
            entry.join(member, at.position());
            final MirrorEntry.SharedJump jump = entry.jump();
            if (Horizon.of(image.header()) <= at.position()) {
                followedJumps = jump == null
                        ? 0
                        : at.position() < jump.to().position()
                                ? jump.number() - 1
                                : jump.number();
                betweenMessages = place.isBetweenMessages();
                return at;
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public boolean isBetweenMessages() {
        return betweenMessages;
    }

    @Override
    public long readable() {
        final long cuts = entry.cuts();
        final long readable = entry.readable();
        if (cuts != seenCuts) {
            seenCuts = cuts;
            entry.seen(member, cuts);
        }
        return entry.jumps() == followedJumps ? readable : Math.min(readable, entry.jumpEnd());
    }

    @Override
    public void consumed(final long position) {
        entry.position(member, position);
    }

    @Override
    public long jumpPosition() {
        return entry.jumps() == followedJumps ? MirrorEntry.NOWHERE : entry.jump().to().position();
    }

    @Override
    public long jumpSequence() {
        return entry.jump().to().sequence();
    }

    @Override
    public GapCause jumpCause() {
        return entry.jump().cause();
    }

    @Override
    public void resume() {
        final MirrorEntry.SharedJump jump = entry.jump();
        followedJumps = jump.number();
        entry.position(member, jump.to().position());
    }

    @Override
    public void sendHeartbeat() {
        // the owner sends it
    }

    @Override
    public long heartbeat() {
        return Heartbeat.of(image.header());
    }

    @Override
    public long publisherPosition() {
        return Heartbeat.position(image.header());
    }

    @Override
    public long publisherSequence() {
        return Heartbeat.sequence(image.header());
    }

    @Override
    public int sessions() {
        return 0;
    }

    @Override
    public void leave() {
        entry.leave(member);
        end("it has left the session");
    }

    @Override
    public void end(final String cause) {
        if (endedBy == null) {
            endedBy = cause;
        }
    }

    @Override
    public String endedBy() {
        return endedBy;
    }

    @Override
    public boolean isReleased() {
        return endedBy != null;
    }

    @Override
    public void close() {
        // it has no resources
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public String medium() {
        return "host mirror";
    }
}
