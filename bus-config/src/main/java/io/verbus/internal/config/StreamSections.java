package io.verbus.internal.config;

import io.verbus.PublicationSettings;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.recovery.RecoverySettings;
import io.verbus.recovery.ServeSettings;
import java.util.List;

/**
 * The sections of a stream.
 *
 * @param publication settings of publications
 * @param subscription settings of subscriptions
 * @param recovery settings for fetching missing messages
 * @param journal settings of the recorder
 * @param serve settings of a recorder that serves ranges
 */
record StreamSections(KeySection<SettingsWithCore<PublicationSettings>> publication,
        KeySection<SettingsWithCore<SubscriptionSettings>> subscription, KeySection<RecoverySettings> recovery,
        KeySection<JournalSettings> journal, KeySection<ServeSettings> serve) {
    static StreamSections of(final AddressForms addresses) {
        return new StreamSections(StreamKeys.publication(addresses), StreamKeys.subscription(addresses),
                JournalKeys.recovery(addresses), JournalKeys.journal(), JournalKeys.serve(addresses));
    }

    List<KeySection<?>> all() {
        return List.of(publication, subscription, recovery, journal, serve);
    }

    StreamValues none() {
        return new StreamValues(SectionValues.none(publication), SectionValues.none(subscription),
                SectionValues.none(recovery), SectionValues.none(journal), SectionValues.none(serve));
    }
}
