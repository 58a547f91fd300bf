package io.verbus.tools.stat;

/** A row of the tables that a person can select. */
sealed interface StatRow permits PublicationStat, SubscriptionStat {
    /** Equal in each read of the same publication, or of the same subscription in the same session. */
    Object key();
}
