package io.verbus.internal.publisher;

import io.verbus.Policy;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.log.LongMessages;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.LogLink;
import io.verbus.testkit.memory.Interleaving;
import io.verbus.testkit.memory.Scenario;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/** A pusher reads the oldest bytes of a log, which the publisher requests for a long message. */
public final class PushingScenario implements Scenario {
    /** The outcomes of unchanged classes. */
    public static final Map<String, String> OUTCOMES = Map.of(
            "pushed", "the pusher reads the bytes before the publisher requests them",
            "pushed, the publisher waits", "the claim finds the position that the pusher reads",
            "lapped", "the publisher has requested the bytes, so the pusher does not read them",
            "lapped, the publisher waits", "both find the other: the claim is refused, and nothing is read");

    private static final int CAPACITY = LogLayout.MIN_CAPACITY;
    /** Messages of a chunk each: the largest lag that a pusher pushes. */
    private static final int LAG = LogLayout.CHUNKS / 4 * 3;
    /** Frames of a chunk; there is room for them, and a chunk more, as soon as the oldest chunk is released. */
    private static final int FRAMES = LogLayout.CHUNKS - LAG - 1;
    private static final int ROUNDS = 3;

    private Interleaving interleaving;
    private Log log;
    private LogWriter writer;
    private Cursor cursor;
    private int pushes;
    private boolean published;

    @Override
    public void stage(final Interleaving played) {
        interleaving = played;
        log = Log.create(Path.of("log"), new LogIdentity("s", 1, "publisher", CAPACITY, false, 7, 1, 0, 0, "test"));
        writer = new LogWriter(log, () -> cursor.lowest(), () -> 0);
        cursor = new Cursor(link(), log, writer, Policy.SKIP, null, () -> {});
        for (int i = 0; i < LAG; i++) {
            writer.claim(writer.maxPayloadLength());
            writer.commit();
        }
        writer.handOver();
        final LongMessages messages = new LongMessages(log, writer);
        final UnsafeBuffer message = new UnsafeBuffer(new byte[FRAMES * writer.maxPayloadLength() - Long.BYTES]);
        played.actor("publisher", () -> published = messages.offer(message, 0, message.capacity()) >= 0);
        played.actor("pusher", () -> {
            for (int i = 0; i < ROUNDS; i++) {
                cursor.pushLag();
            }
        });
    }

    /** A link without credit: it reads the log during a push, and jumps nowhere. */
    private LogLink link() {
        return (LogLink) Proxy.newProxyInstance(LogLink.class.getClassLoader(), new Class<?>[]{LogLink.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "push" -> push((long) arguments[0]);
                    case "unfinished" -> Long.MAX_VALUE;
                    case "consumed" -> 0L;
                    case "hasCredit", "jump", "isProbeDue" -> false;
                    case "poll", "endedBy" -> null;
                    default -> throw new AssertionError(method);
                });
    }

    private long push(final long from) {
        pushes++;
        for (int i = 0; i < ROUNDS; i++) {
            final long horizon = Horizon.of(log.header());
            if (horizon > from) {
                interleaving.fail("the horizon is " + horizon + " during a push from " + from);
            }
        }
        return from;
    }

    @Override
    public String outcome() {
        return (pushes > 0 ? "pushed" : "lapped") + (published ? "" : ", the publisher waits");
    }
}
