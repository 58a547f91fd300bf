package io.verbus.internal.config;

import java.util.List;
import java.util.Optional;

/**
 * The keys of settings of one type.
 *
 * @param <S> the settings
 * @param name as in the file
 * @param keys in the order in which their values are applied
 */
record KeySection<S>(String name, List<Key<S, ?>> keys) {
    Optional<Key<S, ?>> key(final String wanted) {
        return keys.stream().filter(key -> key.name().equals(wanted)).findFirst();
    }

    List<String> names() {
        return keys.stream().<String>map(Key::name).toList();
    }
}
