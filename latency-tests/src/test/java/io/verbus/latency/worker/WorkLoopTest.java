package io.verbus.latency.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkLoopTest {
    private boolean closed;

    @Test
    void eachOrderIsAnswered() throws IOException {
        final List<String> answers = run("double of=2\ndouble of=21\n");
        assertEquals(List.of("ready", "done is=4", "done is=42"), answers);
        assertTrue(closed);
    }

    @Test
    void failedOrderEndsTheLoopWithTheReason() throws IOException {
        final List<String> answers = run("halve of=2\ndouble of=21\n");
        assertEquals(List.of("failed cause=can't%20halve"), answers.subList(1, answers.size()));
        assertTrue(closed);
    }

    private List<String> run(final String orders) throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        WorkLoop.run(ControlLine.of("doubler"), job -> new Doubler(), new BufferedReader(new StringReader(orders)),
                new PrintStream(out, true, UTF_8));
        return out.toString(UTF_8).lines().toList();
    }

    private final class Doubler implements Job {
        @Override
        public ControlLine run(final ControlLine order) {
            if (!order.verb().equals("double")) {
                throw new BusException("can't " + order.verb());
            }
            return ControlLine.of("done").with("is", 2 * order.number("of"));
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
