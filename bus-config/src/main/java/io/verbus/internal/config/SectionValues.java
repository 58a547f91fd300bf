package io.verbus.internal.config;

import io.verbus.BusException;
import java.util.List;
import java.util.Optional;

/**
 * The values of a section of a file.
 *
 * @param <S> the settings
 * @param section with the keys
 * @param values that the file has, in the order of the keys
 */
public record SectionValues<S>(KeySection<S> section, List<FoundValue<S, ?>> values) {
    static <S> SectionValues<S> none(final KeySection<S> section) {
        return new SectionValues<>(section, List.of());
    }

    /** Settings with the values of the file in place of those that it has. */
    public S applyTo(final S defaults) {
        S settings = defaults;
        for (final FoundValue<S, ?> value : values) {
            settings = value.applyTo(settings);
        }
        return settings;
    }

    /** Applies the values, and reports those that the settings refuse. */
    S check(final S defaults, final String path, final Mistakes mistakes) {
        S settings = defaults;
        for (final FoundValue<S, ?> value : values) {
            try {
                settings = value.applyTo(settings);
            } catch (final BusException e) {
                mistakes.add(value.line(), path + "." + value.key().name() + ": " + e.getMessage());
            }
        }
        return settings;
    }

    Optional<Integer> lineOf(final String key) {
        return values.stream().filter(value -> value.key().name().equals(key)).map(FoundValue::line).findFirst();
    }

    /**
     * A value of the file.
     *
     * @param <S> the settings
     * @param <T> type of the value
     * @param key of the value
     * @param value parsed
     * @param line of the key, from 1
     */
    record FoundValue<S, T>(Key<S, T> key, T value, int line) {
        S applyTo(final S settings) {
            return key.set().apply(settings, value);
        }
    }
}
