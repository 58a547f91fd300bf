package io.verbus.sample.publisher;

import io.verbus.Publication;
import org.agrona.MutableDirectBuffer;

/** An outlet to a publication. At maximum rate to other hosts, it flushes in bursts: one write for many messages. */
final class PublicationOutlet implements Outlet {
    /** Large enough to amortise the cost of a write, small enough not to delay the books. */
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
