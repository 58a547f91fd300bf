package io.verbus.internal.config;

import java.util.function.UnaryOperator;

/**
 * Settings, with the core of the thread that uses the publication or subscription.
 *
 * @param <P> type of the settings
 * @param settings of the publication or subscription
 * @param core from 0; {@link io.verbus.BusSettings#ANY_CORE} if the thread is not pinned
 */
public record SettingsWithCore<P>(P settings, int core) {
    SettingsWithCore<P> with(final UnaryOperator<P> change) {
        return new SettingsWithCore<>(change.apply(settings), core);
    }
}
