package io.verbus.latency.subject.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.logbuffer.BufferClaim;
import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.PublishingEnd;
import org.agrona.concurrent.IdleStrategy;

/** Messages of one frame: claimed and encoded in place. */
final class ClaimingEnd implements PublishingEnd {
    private final ExclusivePublication publication;
    private final BufferClaim claim = new BufferClaim();
    private final int length;
    private final IdleStrategy idleStrategy;

    ClaimingEnd(final ExclusivePublication publication, final int length, final IdleStrategy idleStrategy) {
        this.publication = publication;
        this.length = length;
        this.idleStrategy = idleStrategy;
    }

    @Override
    public boolean isRead(final int readers) {
        return publication.isConnected();
    }

    @Override
    public boolean tryPublish(final long value) {
        if (publication.tryClaim(length, claim) < 0) {
            return false;
        }
        Payload.encode(claim.buffer(), claim.offset(), length, value);
        claim.commit();
        return true;
    }

    @Override
    public void idle() {
        idleStrategy.idle();
    }
}
