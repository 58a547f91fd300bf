package io.verbus.sample.publisher.mold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Seeded histories with a hostile sender on the group of a feed. It forges packets of other sessions, far sequences and
 * early ends, one between two packets of the feed. The session is delivered completely, once and in order, and each
 * request is for existing messages. {@code -Dverbus.seeds=N} sets the number of histories, {@code -Dverbus.firstSeed=N}
 * the first seed.
 */
class HostileSenderTest {
    private static final int SEEDS = Integer.getInteger("verbus.seeds", 2_000);
    private static final long FIRST_SEED = Long.getLong("verbus.firstSeed", 0);
    private static final long SILENCE_NS = 50;
    private static final int MOST_NS = 5;

    /** Kinds of forged packets. */
    private enum Forgery {
        // with the name of another session
        OTHER_SESSION, OTHER_SESSION_TWICE, OTHER_SESSION_AFTER_SILENCE, OTHER_SESSION_FAR, OTHER_END,
        // with the name of the current session
        FAR_HEARTBEAT, FAR_MESSAGES, FAR_END, EARLY_END, PAST_END, GARBAGE
    }

    @Test
    void forgedPacketsDoNotAffectTheSession() {
        final Map<Forgery, Integer> done = new EnumMap<>(Forgery.class);
        play(FIRST_SEED, SEEDS, done);
        assertEquals(Forgery.values().length, done.size(), done::toString);
        System.out.println("hostile sender: " + SEEDS + " histories, " + done);
    }

    /** The first failure of the histories of consecutive seeds; empty if none fails. */
    static String hunt(final long first, final long count) {
        try {
            play(first, count, new EnumMap<>(Forgery.class));
            return "";
        } catch (final AssertionError e) {
            return String.format("%.120s", e.getMessage());
        }
    }

    private static void play(final long first, final long count, final Map<Forgery, Integer> done) {
        for (long seed = first; seed < first + count; seed++) {
            play(seed, done);
        }
    }

    private static void play(final long seed, final Map<Forgery, Integer> done) {
        // Similar seeds of Random produce similar first numbers.
        final Random random = new Random(new SplittableRandom(seed).nextLong());
        final Script script = new Script(new MoldSettings(10, 50, 100, 4_096, false,
                new MoldDiscipline(random.nextBoolean() ? "S" : null, SILENCE_NS, 1_000)));
        final List<String> expected = new ArrayList<>(List.of("session S"));
        final int messages = 1 + random.nextInt(300);
        LongStream.rangeClosed(1, messages).mapToObj(Long::toString).forEach(expected::add);
        final List<String> delivered = new ArrayList<>();
        long next = 1;
        long nowNs = 0;
        long fedNs = 0;
        script.take(Packets.heartbeat("S", 1));
        while (script.receiver.state() != MoldState.ENDED) {
            nowNs += 1 + random.nextInt(MOST_NS);
            script.at(nowNs);
            if (next <= messages) {
                nowNs = forge(random, script, next, nowNs, done);
            }
            if (nowNs - fedNs > SILENCE_NS - 2 * MOST_NS || random.nextInt(4) > 0) {
                next = feed(random, script, next, messages);
                fedNs = nowNs;
            }
            serve(random, script, delivered, messages, seed);
            assertTrue(nowNs < 1_000_000 && script.receiver.state() != MoldState.GIVEN_UP,
                    () -> "seed " + seed + ": it ends with " + delivered);
        }
        assertEquals(expected, delivered, () -> "seed " + seed);
        assertEquals(0, script.receiver.counts().lost(), () -> "seed " + seed);
    }

    /** Sends the next packet of the session; it may be lost. */
    private static long feed(final Random random, final Script script, final long next, final int messages) {
        if (next > messages) {
            script.take(Packets.end("S", next));
            return next;
        }
        if (random.nextInt(4) == 0) {
            script.take(Packets.heartbeat("S", next));
            return next;
        }
        final int count = (int) Math.min(1 + random.nextInt(20), messages - next + 1);
        if (random.nextInt(10) > 0) {
            script.take(Packets.of("S", next, count));
        } else {
            script.take(Packets.heartbeat("S", next + count));
        }
        return next + count;
    }

    /** Answers requests, each for existing messages; keeps the delivered messages. */
    private static void serve(final Random random, final Script script, final List<String> delivered,
            final int messages, final long seed) {
        List<String> lines = script.done();
        while (!lines.isEmpty()) {
            for (final String line : lines) {
                if (line.startsWith("request S ")) {
                    final String[] range = line.substring(10).split("\\+");
                    final long first = Long.parseLong(range[0]);
                    final int count = Integer.parseInt(range[1]);
                    assertTrue(first + count <= messages + 1, () -> "seed " + seed + ": " + line);
                    if (random.nextInt(5) > 0) {
                        script.take(Packets.of("S", first, Math.min(count, 30)));
                    }
                } else if (!line.startsWith("false end ")) {
                    delivered.add(line);
                }
            }
            lines = script.done();
        }
    }

    /** Forges one packet between two packets of the feed. These are less than a silence apart, with one exception. */
    private static long forge(final Random random, final Script script, final long next, final long nowNs,
            final Map<Forgery, Integer> done) {
        final Forgery forgery = Forgery.values()[random.nextInt(Forgery.values().length)];
        final long far = 10_000 + (random.nextLong() >>> 20);
        final String other = "X" + random.nextInt(3);
        long laterNs = nowNs;
        if (forgery == Forgery.OTHER_SESSION_TWICE) {
            script.take(Packets.heartbeat(other, 1));
        } else if (forgery == Forgery.OTHER_SESSION_AFTER_SILENCE && script.receiver.state() != MoldState.ENDING) {
            laterNs += SILENCE_NS;
            script.at(laterNs);
        }
        script.take(switch (forgery) {
            case OTHER_SESSION, OTHER_SESSION_TWICE, OTHER_SESSION_AFTER_SILENCE ->
                Packets.of(other, 1 + random.nextInt(400), 1 + random.nextInt(5));
            case OTHER_SESSION_FAR -> Packets.heartbeat(other, far);
            case OTHER_END -> Packets.end(other, next);
            case FAR_HEARTBEAT -> Packets.heartbeat("S", far);
            case FAR_MESSAGES -> Packets.of("S", far, 3);
            case FAR_END -> Packets.end("S", far);
            case EARLY_END -> Packets.end("S", next);
            case PAST_END -> Packets.end("S", 1 + random.nextLong(next));
            case GARBAGE -> {
                final byte[] bytes = new byte[random.nextInt(60)];
                random.nextBytes(bytes);
                yield bytes;
            }
        });
        done.merge(forgery, 1, Integer::sum);
        return laterNs;
    }
}
