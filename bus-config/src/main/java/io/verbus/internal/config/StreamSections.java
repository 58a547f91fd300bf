package io.verbus.internal.config;

import io.verbus.PublicationSettings;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.recovery.RecoverySettings;
import io.verbus.recovery.ServeSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * The sections of a stream.
 *
 * @param messages keys of the stream that are in no section of it
 * @param publication settings of publications
 * @param subscription settings of subscriptions
 * @param recovery settings for fetching missing messages
 * @param journal settings of the recorder
 * @param serve settings of a recorder that serves ranges
 */
record StreamSections(KeySection<List<Path>> messages,
        KeySection<SettingsWithCore<PublicationSettings>> publication,
        KeySection<SettingsWithCore<SubscriptionSettings>> subscription, KeySection<RecoverySettings> recovery,
        KeySection<JournalSettings> journal, KeySection<ServeSettings> serve) {
    static StreamSections of(final AddressForms addresses, final Path folder) {
        return new StreamSections(StreamKeys.messages(folder), StreamKeys.publication(addresses),
                StreamKeys.subscription(addresses),
                JournalKeys.recovery(addresses), JournalKeys.journal(), JournalKeys.serve(addresses));
    }

    /** The sections with a name. */
    List<KeySection<?>> all() {
        return List.of(publication, subscription, recovery, journal, serve);
    }

    StreamValues none() {
        return new StreamValues(SectionValues.none(messages), SectionValues.none(publication),
                SectionValues.none(subscription),
                SectionValues.none(recovery), SectionValues.none(journal), SectionValues.none(serve));
    }
}
