package io.verbus.rdma.verbs;

/** A process that reports whether verbs are available, with the library at a path. */
final class LibraryProbe {
    private LibraryProbe() {
    }

    public static void main(final String[] arguments) {
        if (!arguments[0].isEmpty()) {
            System.setProperty(Loader.PATH_PROPERTY, arguments[0]);
        }
        System.out.println("cause: " + Verbs.unavailabilityCause().orElse("none"));
        try {
            Verbs.ensureAvailable();
            System.out.println("available");
        } catch (final RuntimeException e) {
            for (final Throwable attempt : e.getSuppressed()) {
                System.out.println("attempt: " + attempt.getMessage());
            }
        }
        try {
            EventChannel.open().close();
            System.out.println("opened");
        } catch (final RuntimeException e) {
            System.out.println("open: " + e.getMessage());
        }
        System.out.println("end");
    }
}
