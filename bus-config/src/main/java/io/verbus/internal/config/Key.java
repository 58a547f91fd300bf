package io.verbus.internal.config;

import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A key of a section.
 *
 * @param <S> settings that it belongs to
 * @param <T> type of its value
 * @param name as in the file
 * @param form of its values
 * @param meaning for the documentation
 * @param get its value in settings
 * @param set settings with another value; throws a {@link io.verbus.BusException} if they contradict each other
 */
record Key<S, T>(String name, ValueForm<T> form, String meaning, Function<S, T> get, BiFunction<S, T, S> set) {}
