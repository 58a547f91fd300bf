package io.verbus.testkit.memory;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fields of bus objects that several actors use. Fields with handles contain numbers; in volatile fields the numbers
 * stand for objects.
 */
final class SharedFields {
    private final Interleaving interleaving;
    private final Map<Object, Map<Object, StoredWord>> words = new IdentityHashMap<>();
    private final Map<Object, Map<String, Object>> quiet = new IdentityHashMap<>();
    private final List<Object> values = new ArrayList<>();

    SharedFields(final Interleaving interleaving) {
        this.interleaving = interleaving;
    }

    Object get(final Object owner, final String name) {
        return interleaving.isOn()
                ? values.get((int) interleaving.load(word(owner, name), Order.VOLATILE, name))
                : of(quiet, owner).get(name);
    }

    void put(final Object owner, final String name, final Object value) {
        if (interleaving.isOn()) {
            final StoredWord word = word(owner, name);
            values.add(value);
            interleaving.store(word, values.size() - 1, Order.VOLATILE, name);
        }
        of(quiet, owner).put(name, value);
    }

    long get(final Object owner, final VarHandle field, final Order order) {
        return interleaving.isOn()
                ? interleaving.load(word(owner, field), order, field.varType())
                : newest(owner, field);
    }

    void put(final Object owner, final VarHandle field, final long value, final Order order) {
        if (interleaving.isOn()) {
            if (order == Order.RELAXED) {
                interleaving.pause();
            }
            interleaving.store(word(owner, field), value, order, field.varType());
        }
        if (field.varType() == boolean.class) {
            field.set(owner, value != 0);
        } else {
            field.set(owner, value);
        }
    }

    private StoredWord word(final Object owner, final VarHandle field) {
        return of(words, owner).computeIfAbsent(field,
                absent -> new StoredWord(newest(owner, field), interleaving.actors()));
    }

    private static long newest(final Object owner, final VarHandle field) {
        return field.varType() == boolean.class ? (boolean) field.get(owner) ? 1 : 0 : (long) field.get(owner);
    }

    private StoredWord word(final Object owner, final String name) {
        return of(words, owner).computeIfAbsent(name, absent -> {
            values.add(of(quiet, owner).get(name));
            return new StoredWord(values.size() - 1, interleaving.actors());
        });
    }

    private static <K, V> Map<K, V> of(final Map<Object, Map<K, V>> all, final Object owner) {
        return all.computeIfAbsent(owner, absent -> new HashMap<>());
    }
}
