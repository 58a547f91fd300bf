package io.verbus.internal.publisher;

import io.verbus.Policy;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.spi.LogLink;
import io.verbus.support.Logs;
import io.verbus.support.ShmDir;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Histories of bursts that use up the credit, with a conductor that sleeps without limit until it is woken, or until
 * something is due. Commits must be pushed as soon as there is credit. Takes the first seed and the number of
 * seeds; returns the first failure, or an empty text.
 */
public final class WakeUpHunt implements Function<long[], String> {
    private static final int STEPS = 300;

    @Override
    public String apply(final long[] seeds) {
        final ShmDir factory = new ShmDir();
        for (long seed = seeds[0]; seed < seeds[0] + seeds[1]; seed++) {
            final String failure = new History(seed).run(factory);
            if (failure != null) {
                return "seed " + seed + ": " + failure;
            }
        }
        return "";
    }

    private static final class History {
        private final SplittableRandom random;
        private LogWriter writer;
        private Cursor cursor;
        private long credit;
        private long pushed;
        private boolean awake;
        private int wakes;

        History(final long seed) {
            random = new SplittableRandom(seed);
        }

        String run(final ShmDir factory) {
            try {
                final Path directory = factory.createTempDirectory(null, null);
                final Log log = Logs.create(directory, LogLayout.MIN_CAPACITY, false);
                try {
                    writer = new LogWriter(log, () -> pushed, () -> 0);
                    cursor = new Cursor(link(), log, writer, Policy.BLOCK, null, () -> {
                        awake = true;
                        wakes++;
                    });
                    return play();
                } finally {
                    log.unlink();
                    log.close();
                    Files.delete(directory);
                }
            } catch (final Exception e) {
                return e.toString();
            }
        }

        private String play() {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(4)) {
                    case 0, 1 -> burst();
                    case 2 -> credit += 32L * random.nextInt(12);
                    default -> conduct();
                }
                if (random.nextInt(8) == 0) {
                    credit = Math.max(credit, writer.position()); // the reader reads all
                    conduct();
                    if (pushed < writer.position()) {
                        return "nothing pushes the bytes from " + pushed + " to " + writer.position()
                                + ", although there is credit";
                    }
                }
            }
            return wakes > STEPS ? wakes + " wake-ups" : null;
        }

        private void burst() {
            for (int i = random.nextInt(1, 8); i > 0; i--) {
                if (writer.claim(16) < 0) {
                    return;
                }
                writer.commit();
                cursor.push(writer.position());
            }
        }

        /** Cycles while awake, or while something is due. */
        private void conduct() {
            for (int cycle = 0; cycle < 3 && awake; cycle++) {
                cursor.runCycle(false);
                awake = cursor.isPushDue();
            }
        }

        private LogLink link() {
            return (LogLink) Proxy.newProxyInstance(LogLink.class.getClassLoader(), new Class<?>[]{LogLink.class},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "push" -> pushed = Math.max(pushed, Math.min((long) arguments[1], credit));
                        case "unfinished" -> Long.MAX_VALUE;
                        case "hasCredit" -> credit > pushed;
                        case "isProbeDue" -> false;
                        case "consumed" -> 0L;
                        case "poll", "endedBy" -> null;
                        default -> throw new AssertionError(method);
                    });
        }
    }
}
