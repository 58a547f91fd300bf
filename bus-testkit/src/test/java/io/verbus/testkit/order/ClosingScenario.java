package io.verbus.testkit.order;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.testkit.memory.Interleaving;
import java.nio.file.Path;
import java.util.Map;

/** A thread closes the log of a publisher that commits two messages. The end frame must count the committed ones. */
public final class ClosingScenario extends OneLog {
    static final Map<String, String> OUTCOMES = Map.of(
            "ended after 1", "both claims are refused, or come first and are not committed in time",
            "ended after 2", "the close comes after the first commit",
            "ended after 3", "the close comes last",
            "not ended", "the closing thread finds the owner in its claim each time");

    private boolean ended;

    @Override
    public void stage(final Interleaving played) {
        create(played, Path.of("log"), UNGATED);
        subscribe(Path.of("positions"), Policy.SKIP);
        join(Start.oldest());
        publish(1, 40);
        played.actor("publisher", () -> {
            publish(40);
            publish(40);
        });
        played.actor("closer", () -> {
            for (int i = 0; i < 3 && !ended; i++) {
                writer.refuse();
                ended = writer.isVacant() && writer.end();
            }
        });
    }

    @Override
    public String outcome() {
        for (int i = 0; i < 4; i++) {
            poll(10);
        }
        final String last = recording.events().getLast();
        if (!last.equals(ended ? "ended " + got.size() : "started 0")) {
            throw new AssertionError("delivered " + got + ", events " + recording.events());
        }
        return ended ? "ended after " + got.size() : "not ended";
    }
}
