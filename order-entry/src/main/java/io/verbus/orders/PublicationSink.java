package io.verbus.orders;

import io.verbus.Publication;
import org.agrona.MutableDirectBuffer;

/** Writes to a publication. Used by the owner of the publication. */
public final class PublicationSink implements MessageSink {
    private final Publication publication;
    private final long session;

    /**
     * For one publication.
     *
     * @param publication that stays the caller's to close
     */
    public PublicationSink(final Publication publication) {
        this.publication = publication;
        session = publication.session().id();
    }

    @Override
    public int claim(final int length) {
        return publication.claim(length);
    }

    @Override
    public MutableDirectBuffer buffer() {
        return publication.buffer();
    }

    @Override
    public void commit() {
        publication.commit();
    }

    @Override
    public void abort() {
        publication.abort();
    }

    @Override
    public long position() {
        return publication.position();
    }

    @Override
    public long session() {
        return session;
    }
}
