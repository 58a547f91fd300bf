package io.verbus.latency.subject.verbus;

import io.verbus.Publication;
import io.verbus.Subscriber;
import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.PublishingEnd;

/** Claim, encode, commit. */
final class VerbusPublishing implements PublishingEnd {
    private final Publication publication;
    private final int length;

    VerbusPublishing(final Publication publication, final int length) {
        this.publication = publication;
        this.length = length;
    }

    @Override
    public boolean isRead(final int readers) {
        return publication.subscribers().stream().filter(Subscriber::isReady).count() == readers;
    }

    @Override
    public boolean tryPublish(final long value) {
        final int offset = publication.claim(length);
        if (offset < 0) {
            return false;
        }
        Payload.encode(publication.buffer(), offset, length, value);
        publication.commit();
        return true;
    }
}
