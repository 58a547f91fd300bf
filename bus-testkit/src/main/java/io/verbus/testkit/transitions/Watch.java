package io.verbus.testkit.transitions;

/**
 * What is counted of a class of the bus.
 *
 * @param words for a person; of a state machine, the beginning: the states follow
 * @param type name of the class, behind {@code io.verbus.}
 * @param member of it
 * @param kind of the member
 */
public record Watch(String words, String type, String member, Kind kind) {
    /** What a member is, and when it counts. */
    enum Kind {
        /** A field that holds an enum: each store, with the state before. */
        STATE,
        /** A method, or all of this name: each call. */
        CALL,
        /** A field: each store. */
        STORE
    }

    /** A state machine whose state is in a field. */
    public static Watch state(final String words, final String type, final String field) {
        return new Watch(words, type, field, Kind.STATE);
    }

    /** A transition that is a method; its name may be {@code <init>}. */
    public static Watch call(final String words, final String type, final String method) {
        return new Watch(words, type, method, Kind.CALL);
    }

    /** A transition that is seen by what is stored. */
    public static Watch store(final String words, final String type, final String field) {
        return new Watch(words, type, field, Kind.STORE);
    }

    String className() {
        return "io.verbus." + type;
    }
}
