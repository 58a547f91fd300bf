package io.verbus.testkit.order;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.testkit.memory.Interleaving;
import java.nio.file.Path;
import java.util.Map;

/** A publisher begins its second lap, while a reader in its ordinary state copies the oldest messages. */
public final class CopyingScenario extends OneLog {
    static final Map<String, String> OUTCOMES = Map.of(
            "2 copies", "both are made and accepted before the horizon passes them",
            "1 copies, a gap", "the second is discarded, or its frame is already cleared",
            "0 copies, a gap", "the first is discarded, or its frame is already cleared");

    private static final int SHORT = 40;

    @Override
    public void stage(final Interleaving played) {
        create(played, Path.of("log"), UNGATED);
        subscribe(Path.of("positions"), Policy.SKIP);
        publish(1, SHORT);
        join(Start.oldest());
        poll(1); // by the checked path, which enters the ordinary state
        publish(2, SHORT);
        publish(14, LONG);
        got.clear();
        played.actor("publisher", () -> {
            publish(1, LONG);
            publish(1, LONG);
            publish(1, LONG);
        });
        played.actor("reader", () -> {
            poll(1);
            poll(1);
        });
    }

    @Override
    public String outcome() {
        check();
        final long copies = got.stream().filter(sequence -> sequence < 3).count();
        final boolean lapped = recording.events().stream().anyMatch(event -> event.startsWith("gap"));
        return copies + " copies" + (lapped ? ", a gap" : "");
    }
}
