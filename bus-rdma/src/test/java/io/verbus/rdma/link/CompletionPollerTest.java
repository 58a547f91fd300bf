package io.verbus.rdma.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;

/** A queue pair is destroyed only while no poll is in progress that may post on it. */
class CompletionPollerTest {
    private final List<Boolean> duringPolls = new ArrayList<>();
    private CompletionPoller poller;

    @Test
    void pollInProgressIsSeen() {
        final NanoClock clock = () -> { // read within a poll
            duringPolls.add(poller.isBetweenPolls());
            return 0;
        };
        poller = new CompletionPoller(1, clock);
        poller.creditIsPending();

        while (duringPolls.isEmpty()) {
            poller.poll();
        }

        assertEquals(List.of(false), duringPolls);
        assertTrue(poller.isBetweenPolls());
    }
}
