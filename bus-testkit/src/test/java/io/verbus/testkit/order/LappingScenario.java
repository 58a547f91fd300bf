package io.verbus.testkit.order;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.testkit.memory.Interleaving;
import java.nio.file.Path;
import java.util.Map;

/**
 * A publisher without blocking readers begins its second lap; a copying reader is a lap before it, at its position, or
 * joins at that time.
 */
public final class LappingScenario extends OneLog {
    static final Map<String, String> OUTCOMES = Map.of(
            "a lap before: the oldest", "the copy is made and accepted before the horizon passes it",
            "a lap before: the oldest, a gap", "the first copy is accepted, a later one is discarded",
            "a lap before: newer ones, a gap", "the first copy is discarded: the horizon has passed it",
            "same position: newer ones", "the reader follows the publisher into its second lap",
            "joining: the oldest", "the reader joins before the horizon passes the oldest message",
            "joining: the oldest, a gap", "the same, but it is lapped later",
            "joining: newer ones", "the oldest message is released before the reader looks for it",
            "joining: newer ones, a gap", "it is released after the reader has found it and before the copy");

    private static final int[] LENGTHS = {40, 1000, 2496, LONG};
    private static final String[] PLACES = {"a lap before", "same position", "joining"};
    private int place;

    @Override
    public void stage(final Interleaving played) {
        create(played, Path.of("log"), UNGATED);
        subscribe(Path.of("positions"), Policy.SKIP);
        publish(1, LONG);
        place = played.choose(PLACES.length);
        if (place == 0) {
            join(Start.oldest());
        }
        publish(13, LONG);
        if (place == 1) {
            join(Start.at(14));
        }
        publish(1, LONG);
        final int length = LENGTHS[played.choose(LENGTHS.length)];
        played.actor("publisher", () -> {
            publish(1, LONG);
            publish(2, length);
        });
        played.actor("reader", () -> {
            if (place == 2) {
                join(Start.oldest());
            }
            for (int i = 0; i < 3; i++) {
                poll(1);
            }
        });
    }

    @Override
    public String outcome() {
        check();
        if (inPlace > 0) {
            throw new AssertionError("read in place without acknowledgement");
        }
        final boolean lapped = recording.events().stream().anyMatch(event -> event.startsWith("gap"));
        final String came = got.isEmpty() ? "nothing" : got.getFirst() < 3 ? "the oldest" : "newer ones";
        return PLACES[place] + ": " + came + (lapped ? ", a gap" : "");
    }
}
