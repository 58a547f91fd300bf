package io.verbus.testkit.transitions;

/**
 * A counted member of a class of the bus.
 *
 * @param words readable name; for a state machine the prefix, followed by the states
 * @param type name of the class, after {@code io.verbus.}
 * @param member of the class
 * @param kind of the member
 */
public record TransitionWatch(String words, String type, String member, Kind kind) {
    /** The kind of a member, and the event that counts. */
    enum Kind {
        /** A field that holds an enum: each store, with the previous state. */
        STATE,
        /** A method, or all methods of this name: each call. */
        CALL,
        /** A field: each store. */
        STORE
    }

    /** A state machine whose state is in a field. */
    public static TransitionWatch state(final String words, final String type, final String field) {
        return new TransitionWatch(words, type, field, Kind.STATE);
    }

    /** A transition that is a method; its name may be {@code <init>}. */
    public static TransitionWatch call(final String words, final String type, final String method) {
        return new TransitionWatch(words, type, method, Kind.CALL);
    }

    /** A transition that is a store. */
    public static TransitionWatch store(final String words, final String type, final String field) {
        return new TransitionWatch(words, type, field, Kind.STORE);
    }

    String className() {
        return "io.verbus." + type;
    }
}
