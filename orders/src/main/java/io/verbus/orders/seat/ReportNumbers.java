package io.verbus.orders.seat;

/**
 * The numbers of the reports of a seat: each is taken once. A report above the next one is held, that is received
 * again, because another session may have those before it. When a poll has read all that other sessions have, the
 * reports before it are missing.
 */
final class ReportNumbers {
    private long next;
    private long duplicates;
    private boolean isHeld;
    private boolean acceptsGap;

    ReportNumbers(final long next) {
        this.next = next;
    }

    long next() {
        return next;
    }

    long duplicates() {
        return duplicates;
    }

    boolean isDuplicate(final long number) {
        if (number < next) {
            duplicates++;
            return true;
        }
        return false;
    }

    /** Whether all sessions were read, and the reports before a number are missing: {@link #isNext} accepts that. */
    boolean isGap(final long number) {
        return number > next && acceptsGap;
    }

    /** Whether a number is at most the next one, or becomes that because those before it are missing. */
    boolean isNext(final long number) {
        if (number > next) {
            if (!acceptsGap) {
                isHeld = true;
                return false;
            }
            acceptsGap = false;
            next = number;
        }
        return true;
    }

    void take() {
        next++;
    }

    /** A poll has ended, and has found nothing more in any session or not. */
    void polled(final boolean drained) {
        acceptsGap = isHeld && drained;
        isHeld = false;
    }
}
