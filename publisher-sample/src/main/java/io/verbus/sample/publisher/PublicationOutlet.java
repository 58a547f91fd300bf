package io.verbus.sample.publisher;

import io.verbus.Publication;
import org.agrona.MutableDirectBuffer;

/** The outlet that is a publication. What goes to other hosts as fast as it can goes in bursts: a write for many. */
final class PublicationOutlet implements Outlet {
    /** Large enough that a write's own cost does not count, small enough that the books do not wait for it. */
    private static final int BURST_BYTES = 16 << 10;

    static {
        assert BACK_PRESSURED == Publication.BACK_PRESSURED;
    }

    private final Publication publication;
    private final boolean inBursts;
    private long flushed;

    PublicationOutlet(final Publication publication, final boolean inBursts) {
        this.publication = publication;
        this.inBursts = inBursts;
    }

    @Override
    public int claim(final int length) {
        return publication.claim(length);
    }

    @Override
    public void idle() {
        publication.idle();
    }

    @Override
    public boolean isLogRemoved() {
        return publication.isLogRemoved();
    }

    @Override
    public MutableDirectBuffer buffer() {
        return publication.buffer();
    }

    @Override
    public void commit() {
        publication.commit();
        if (inBursts && publication.position() - flushed >= BURST_BYTES) {
            publication.flush();
            flushed = publication.position();
        }
    }
}
