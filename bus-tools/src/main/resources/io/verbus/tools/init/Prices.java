package @PACKAGE@;

/** Runs the publisher or the subscriber. The manifest of the jar has the permissions that Verbus needs in the JVM. */
final class Prices {
    private Prices() {
    }

    static void main(final String[] arguments) {
        switch (arguments.length == 1 ? arguments[0] : "") {
            case "publish" -> PricePublisher.main();
            case "subscribe" -> PriceSubscriber.main();
            default -> {
                System.err.println("usage: java -jar @NAME@.jar publish|subscribe");
                System.exit(2);
            }
        }
    }
}
