package io.verbus.testkit.order;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.internal.log.Acknowledgements;
import io.verbus.testkit.memory.Interleaving;
import java.nio.file.Path;
import java.util.Map;

/** A publisher commits two messages to a new log; a blocking reader reads them in place. */
public final class FirstMessages extends OneLog {
    static final Map<String, String> OUTCOMES = Map.of(
            "nothing yet", "both polls come before the first commit, or do not see it yet",
            "the first", "the last poll comes between the commits, or sees only the first",
            "the first and the second", "both are seen, by one poll or by two");

    @Override
    public void stage(final Interleaving played) {
        create(played, Path.of("log"), UNGATED);
        subscribe(Path.of("positions"), Policy.BLOCK);
        join(Start.oldest());
        Acknowledgements.acknowledge(log.header(), SUBSCRIPTION, 1);
        played.actor("publisher", () -> publish(2, 40));
        played.actor("reader", () -> {
            poll(10);
            poll(10);
        });
    }

    @Override
    public String outcome() {
        check();
        if (inPlace != got.size()) {
            throw new AssertionError("read copies, although the reader is acknowledged");
        }
        return switch (got.size()) {
            case 0 -> "nothing yet";
            case 1 -> "the first";
            case 2 -> "the first and the second";
            default -> throw new AssertionError("two messages were published: " + got);
        };
    }
}
