package io.verbus.internal.publisher;

import io.verbus.EvictionCause;
import io.verbus.Refusal;
import io.verbus.internal.conductor.ProgressMonitor;
import io.verbus.internal.log.LogWriter;
import io.verbus.spi.SubscriptionIdentity;

/**
 * A subscription that reads a publication's log, on this host or another, with the rules that hold for both. Used by
 * the conductor.
 *
 * <p>Two timeouts, never mixed: a silent reader is only reported; one that causes refused claims without progress is
 * evicted, whether it is silent or not.
 */
abstract sealed class PublicationReader permits LocalReader, RemoteReader {
    private final SubscriptionIdentity identity;
    private final ProgressMonitor progress;
    private final BackPressureStats backPressure;
    private final BlockingUsage account;
    private volatile Refusal refusal = Refusal.NONE;

    PublicationReader(final SubscriptionIdentity identity, final ReaderSettings settings) {
        this.identity = identity;
        this.progress = new ProgressMonitor(settings.progressTimeoutNs());
        this.backPressure = settings.backPressure(identity);
        this.account = new BlockingUsage(identity.name(), settings.terms());
    }

    final SubscriptionIdentity identity() {
        return identity;
    }

    /** Its progress while it gates the publisher. */
    final ProgressMonitor progress() {
        return progress;
    }

    /** The back pressure that it causes. */
    final BackPressureStats backPressure() {
        return backPressure;
    }

    /** The blocking time of its name. */
    final BlockingUsage account() {
        return account;
    }

    /** Why the publisher does not honour BLOCK; any thread. */
    final Refusal refusal() {
        return refusal;
    }

    final void refusal(final Refusal cause) {
        refusal = cause;
    }

    /**
     * Why it is to be evicted; null if it is not. Called in each duty cycle while it gates the publisher. A reader that
     * blocks a claim without retries is not evicted.
     */
    final EvictionCause evictionCause(final long position, final LogWriter writer, final boolean isClaimRefused,
            final long nowNs) {
        final boolean isStuck = progress.isStuck(position, writer.awaited(), nowNs);
        if (!isClaimRefused) {
            return null;
        }
        if (isStuck) {
            return EvictionCause.NO_PROGRESS;
        }
        return position < writer.awaited() && account.isOverdrawn() ? EvictionCause.NEVER_READ : null;
    }
}
