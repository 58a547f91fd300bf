package io.verbus.internal.config;

import io.verbus.PublicationSettings;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.recovery.RecoverySettings;
import io.verbus.recovery.ServeSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * The values of a stream.
 *
 * @param messages files of their SBE schemas
 * @param publication of publications of the stream
 * @param subscription of subscriptions to it
 * @param recovery of those that fetch missing messages
 * @param journal of its recorder
 * @param serve of a recorder that serves ranges
 */
public record StreamValues(SectionValues<List<Path>> messages,
        SectionValues<SettingsWithCore<PublicationSettings>> publication,
        SectionValues<SettingsWithCore<SubscriptionSettings>> subscription, SectionValues<RecoverySettings> recovery,
        SectionValues<JournalSettings> journal, SectionValues<ServeSettings> serve) {}
