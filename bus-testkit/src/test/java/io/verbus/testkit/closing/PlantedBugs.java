package io.verbus.testkit.closing;

import io.verbus.support.mutant.Mutant;

/** A JVM that closes with a planted bug; the bugs unmap memory in use, so the JVM may end by a signal. */
final class PlantedBugs {
    static final Mutant[] BUGS = {
            new Mutant("a subscription is unmapped before its poll has ended", "io/verbus/Subscription.java",
                    "if (isPolling()) {", "if (isPolling() && images == null) {"),
            new Mutant("a publication is unmapped before its claim has ended", "io/verbus/internal/log/LogWriter.java",
                    "if (inside && !owner.isCurrent() && !owner.isDead()) {",
                    "if (inside && owner == null) {")};

    private PlantedBugs() {
    }

    /** Arguments: the bug, and those of {@link Closes}. */
    public static void main(final String[] args) {
        final String result = BUGS[Integer.parseInt(args[0])].inside(Closes.class)
                .apply(String.join(" ", args[1], args[2], args[3], args[4]));
        System.out.println(result);
        System.exit(result.startsWith("closed ") ? 0 : 1);
    }
}
