package io.verbus.sample.publisher;

import io.verbus.Publication;
import org.agrona.MutableDirectBuffer;

/** The outlet that is a publication. */
final class PublicationOutlet implements Outlet {
    static {
        assert BACK_PRESSURED == Publication.BACK_PRESSURED;
    }

    private final Publication publication;

    PublicationOutlet(final Publication publication) {
        this.publication = publication;
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
}
