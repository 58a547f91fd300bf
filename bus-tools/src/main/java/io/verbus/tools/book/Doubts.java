package io.verbus.tools.book;

import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.PriceBooks;
import java.util.BitSet;

/**
 * The instruments whose books lack a message that this process did not get, or could not apply. The source of the feed
 * knows nothing of that, so its marks do not have them. Used by the polling thread.
 */
final class Doubts {
    /** Instruments that are not as all others. */
    private final BitSet differing = new BitSet();
    private boolean areOthersDoubted;

    /** Messages did not arrive, or were not understood: they can be of any instrument. */
    void addAll() {
        areOthersDoubted = true;
        differing.clear();
    }

    /** A message of an instrument was not applied. */
    void add(final long instrument) {
        if (instrument == BookUpdater.WHOLE_MARKET || instrument >= PriceBooks.MAX_INSTRUMENTS) {
            addAll();
        } else {
            differing.set((int) instrument, !areOthersDoubted);
        }
    }

    /** The book of an instrument, or of all of them, was cleared: it lacks nothing. */
    void remove(final long instrument) {
        if (instrument == BookUpdater.WHOLE_MARKET) {
            areOthersDoubted = false;
            differing.clear();
        } else if (instrument < PriceBooks.MAX_INSTRUMENTS) {
            differing.set((int) instrument, areOthersDoubted);
        }
    }

    boolean has(final int instrument) {
        return areOthersDoubted != differing.get(instrument);
    }

    /** Marks the books of an instrument, or of all of them, whose source has marked them as sound. */
    void mark(final long instrument, final PriceBooks books) {
        if (instrument == BookUpdater.WHOLE_MARKET) {
            if (areOthersDoubted) {
                books.markAll(true);
            }
            differing.stream().forEach(one -> books.mark(one, !areOthersDoubted));
        } else if (instrument < PriceBooks.MAX_INSTRUMENTS && has((int) instrument)) {
            books.mark(instrument, true);
        }
    }
}
