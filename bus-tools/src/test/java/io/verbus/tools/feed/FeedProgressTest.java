package io.verbus.tools.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeedProgressTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Progress progress = new Progress(new PrintStream(out), false, 1, List::of, 0);

    @Test
    void progressIsPrintedEverySecondAndOnceWhileIdle() {
        for (long nowNs = 0; nowNs < 5 * SECOND_NS; nowNs += SECOND_NS / 10) {
            progress.tick(nowNs, nowNs < SECOND_NS * 7 / 2 ? 1 : 2);
        }

        assertEquals("""
                feed:   0.0 %  1 messages  1/s
                feed:   0.0 %  1 messages  0/s
                feed:   0.0 %  2 messages  1/s
                """, out.toString());
    }
}
