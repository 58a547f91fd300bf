package io.verbus.internal.recovery;

import io.verbus.Publication;
import java.util.function.ToIntBiFunction;

/**
 * Counts the readers of a publication that are present, also those that have not found its session yet: they are not
 * members of the public class. {@link Publication} provides them when it is initialized.
 */
public final class PublicationAccess {
    private static volatile ToIntBiFunction<Publication, String> present;

    private PublicationAccess() {
    }

    /** Called once, by the initializer of {@link Publication}. */
    public static void provide(final ToIntBiFunction<Publication, String> newPresent) {
        present = newPresent;
    }

    /** The number of present subscriptions of a name. */
    static int present(final Publication publication, final String name) {
        return present.applyAsInt(publication, name);
    }
}
