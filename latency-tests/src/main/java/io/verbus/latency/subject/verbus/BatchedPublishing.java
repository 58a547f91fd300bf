package io.verbus.latency.subject.verbus;

import io.verbus.Publication;
import io.verbus.latency.subject.PublishingEnd;

/** Claim, encode, commit; pushes when enough frames are committed. */
final class BatchedPublishing implements PublishingEnd {
    private final Publication publication;
    private final VerbusPublishing single;
    private final int batch;
    private int unflushed;

    BatchedPublishing(final Publication publication, final int length, final int batch) {
        this.publication = publication;
        this.single = new VerbusPublishing(publication, length);
        this.batch = batch;
    }

    @Override
    public boolean isRead(final int readers) {
        return single.isRead(readers);
    }

    @Override
    public boolean tryPublish(final long value) {
        if (!single.tryPublish(value)) {
            return false;
        }
        if (++unflushed == batch) {
            flush();
        }
        return true;
    }

    @Override
    public void flush() {
        publication.flush();
        unflushed = 0;
    }
}
