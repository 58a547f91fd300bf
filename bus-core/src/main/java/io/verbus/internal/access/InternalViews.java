package io.verbus.internal.access;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Views of objects of the API for the modules above it: their methods are not members of the public class. The class
 * provides its view when it is initialized.
 */
public final class InternalViews {
    private static final Map<Class<?>, Function<Object, ?>> VIEWS = new ConcurrentHashMap<>();

    private InternalViews() {
    }

    /**
     * Provides a view of all objects of a class. Called once, by the initializer of the class.
     *
     * @param view type of the view
     * @param type class of the objects
     * @param make makes the view of an object
     */
    public static <T, V> void provide(final Class<V> view, final Class<T> type, final Function<T, V> make) {
        VIEWS.put(view, object -> make.apply(type.cast(object)));
    }

    /**
     * The view of an object.
     *
     * @param view type of the view
     * @param object of the class that provides it
     * @return the view
     */
    public static <V> V of(final Class<V> view, final Object object) {
        return view.cast(VIEWS.get(view).apply(object));
    }
}
