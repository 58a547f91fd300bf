package io.verbus.testkit.order;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.testkit.memory.Interleaving;
import java.nio.file.Path;
import java.util.Map;

/**
 * A publisher that waits for nobody begins its second lap; a reader of copies stands a lap behind it, abreast of it, or
 * joins just then.
 */
public final class Lapping extends OneLog {
    static final Map<String, String> OUTCOMES = Map.of(
            "a lap behind: the oldest", "the copy is made, and believed, before the horizon passes it",
            "a lap behind: the oldest, a gap", "the first copy is believed, a later one is thrown away",
            "a lap behind: newer ones, a gap", "the first copy is thrown away: the horizon has passed it",
            "abreast: newer ones", "the reader follows the publisher into its second lap",
            "joining: the oldest", "the reader joins before the horizon passes the oldest message",
            "joining: the oldest, a gap", "the same, but it is lapped later",
            "joining: newer ones", "the oldest message has gone when the reader looks for it",
            "joining: newer ones, a gap", "it goes after the reader has found it and before that has copied it");

    private static final int[] LENGTHS = {40, 1000, 2496, LONG};
    private static final String[] PLACES = {"a lap behind", "abreast", "joining"};
    private int place;

    @Override
    public void stage(final Interleaving played) {
        create(played, Path.of("log"), NOBODY);
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
            throw new AssertionError("read in place, although nobody waits");
        }
        final boolean lapped = heard.events().stream().anyMatch(event -> event.startsWith("gap"));
        final String came = got.isEmpty() ? "nothing" : got.getFirst() < 3 ? "the oldest" : "newer ones";
        return PLACES[place] + ": " + came + (lapped ? ", a gap" : "");
    }
}
