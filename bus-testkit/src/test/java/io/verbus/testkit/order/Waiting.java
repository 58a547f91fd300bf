package io.verbus.testkit.order;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.internal.log.Acknowledgements;
import io.verbus.internal.shm.PeerPositions;
import io.verbus.testkit.memory.Interleaving;
import java.nio.file.Path;
import java.util.Map;

/** A publisher needs to overwrite a message that a blocking reader still reads in place. */
public final class Waiting extends OneLog {
    static final Map<String, String> OUTCOMES = Map.of(
            "0 more", "the reader's progress is seen too late for all four claims: BACK_PRESSURED",
            "1 more", "the publisher sees that the first message is read, at its last claim or with no more room",
            "2 more", "it sees that two are read, or sees it late",
            "3 more", "it sees that three are read; the fourth claim has to wait in any case");

    private PeerPositions peer;
    private int published;

    @Override
    public void stage(final Interleaving played) {
        create(played, Path.of("log"), () -> peer.position(0));
        subscribe(Path.of("positions"), Policy.BLOCK);
        peer = PeerPositions.attach(Path.of("positions"));
        join(Start.oldest());
        Acknowledgements.acknowledge(log.header(), SUBSCRIPTION, 1);
        publish(15, LONG);
        played.actor("publisher", () -> {
            for (int i = 0; i < 4; i++) {
                published += publish(LONG) ? 1 : 0;
            }
        });
        played.actor("reader", () -> {
            poll(1);
            poll(2);
        });
    }

    @Override
    public String outcome() {
        check();
        if (inPlace != 3) {
            throw new AssertionError("read in place: " + inPlace + " of " + got);
        }
        return published + " more";
    }
}
