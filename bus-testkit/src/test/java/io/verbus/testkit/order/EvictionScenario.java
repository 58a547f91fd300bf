package io.verbus.testkit.order;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.internal.log.Acknowledgements;
import io.verbus.internal.shm.PeerPositions;
import io.verbus.testkit.memory.Interleaving;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.DirectBuffer;

/** A reader in its ordinary state is evicted, and overwritten, while it delivers. */
public final class EvictionScenario extends OneLog {
    static final Map<String, String> OUTCOMES = Map.of(
            "in place", "the eviction comes after all polls, or is not seen yet",
            "in place, then copies", "it comes between two polls",
            "in place, doubtful", "it comes during a poll, and the publisher overwrites the message before its end",
            "copies", "it comes first");

    private final Set<Long> torn = new TreeSet<>();
    private PeerPositions peer;
    private int copies;

    @Override
    public void stage(final Interleaving played) {
        create(played, Path.of("log"), () -> isAcknowledged() ? peer.position(0) : Long.MAX_VALUE);
        subscribe(Path.of("positions"), Policy.BLOCK);
        peer = PeerPositions.attach(Path.of("positions"));
        join(Start.oldest());
        Acknowledgements.acknowledge(log.header(), SUBSCRIPTION, 1);
        image.poll(this::receive, 2); // enters the ordinary state
        publish(2, 40);
        publish(15, LONG);
        played.actor("publisher and conductor", () -> {
            Acknowledgements.evict(log.header(), SUBSCRIPTION);
            publish(LONG); // in the place of the first two messages
        });
        played.actor("reader", () -> {
            for (int i = 0; i < 2; i++) {
                final boolean isEvicted = !isAcknowledged();
                final int before = inPlace;
                image.poll(this::receive, 2);
                if (isEvicted && inPlace > before) {
                    played.fail("reads in place after it has seen the eviction");
                }
            }
        });
    }

    private boolean isAcknowledged() {
        return Acknowledgements.isAcknowledged(log.header(), Acknowledgements.find(log.header(), SUBSCRIPTION, 0), 1);
    }

    private Action receive(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final boolean isShared = interleaving.isShared(buffer);
        inPlace += isShared ? 1 : 0;
        copies += isShared ? 0 : 1;
        if (whole(buffer, offset, length, header.sequence()) < length) {
            torn.add(header.sequence());
        }
        got.add(header.sequence());
        return Action.TAKEN;
    }

    @Override
    public String outcome() {
        for (final long sequence : torn) {
            if (!recording.events().contains("doubtful " + sequence)) {
                throw new AssertionError("message " + sequence + " is torn, events " + recording.events());
            }
        }
        final boolean isDoubtful = recording.events().removeIf(event -> event.startsWith("doubtful"));
        check();
        return inPlace == 0 ? "copies" : "in place" + (isDoubtful ? ", doubtful" : copies > 0 ? ", then copies" : "");
    }
}
