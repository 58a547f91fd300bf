package io.verbus.marketdata.mold;

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
 * Seeded histories with a hostile sender on the group of a feed. It forges packets of other sessions, higher and far
 * sequences, false ends and empty blocks, one between two packets of the feed. The session is delivered completely,
 * once and in order; nothing invented is a loss; and each request is for existing messages, unless the feed has not
 * contradicted a forged sequence yet. {@code -Dverbus.seeds=N} sets the number of histories, {@code
 * -Dverbus.firstSeed=N} the first seed.
 */
class HostileSenderTest {
    private static final int SEEDS = Integer.getInteger("verbus.seeds", 2_000);
    private static final long FIRST_SEED = Long.getLong("verbus.firstSeed", 0);

    /** Kinds of forged packets. */
    private enum Forgery {
        // with the name of another session
        OTHER_SESSION, OTHER_SESSION_TWICE, OTHER_SESSION_AFTER_SILENCE, OTHER_SESSION_FAR, OTHER_END,
        // with the name of the current session
        FAR_HEARTBEAT, FAR_MESSAGES, FAR_END, EARLY_END, PAST_END, GARBAGE, EMPTY_BLOCKS,
        // the same, accepted until the feed contradicts them
        HEARTBEAT_AHEAD, END_AHEAD, FAR_TWICE, MESSAGES_AHEAD
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
            new History(seed, done).play();
        }
    }

    /** One session with a sender, a forger and a re-request server. */
    private static final class History {
        private static final long SILENCE_NS = 50;
        private static final int MOST_NS = 5;
        private static final int FAR_MESSAGES = 1_000;
        /** Forgeries after the last message of the feed. */
        private static final int FORGED_ENDINGS = 20;

        private final long seed;
        private final Map<Forgery, Integer> done;
        private final Random random;
        private final Script script;
        private final int messages;
        /** Whether requests are few, and therefore always answered. */
        private final boolean hasFewAttempts;
        private final List<String> delivered = new ArrayList<>();
        private long next = 1;
        private long nowNs;
        /** Whether a forged sequence without messages is not contradicted yet. */
        private boolean isClaimed;
        /** Whether forged messages ahead are not contradicted yet. */
        private boolean isAhead;

        History(final long seed, final Map<Forgery, Integer> done) {
            this.seed = seed;
            this.done = done;
            // Similar seeds of Random produce similar first numbers.
            random = new Random(new SplittableRandom(seed).nextLong());
            hasFewAttempts = random.nextBoolean();
            script = new Script(
                    MoldSettings.defaults().withRetryNs(10).withAttempts(hasFewAttempts ? 1 + random.nextInt(3) : 50)
                            .withMessagesPerRequest(100).withHeldBytes(4_096).withDiscipline(
                                    new MoldDiscipline(random.nextBoolean() ? "S" : null, SILENCE_NS, FAR_MESSAGES)));
            messages = 1 + random.nextInt(300);
        }

        void play() {
            final List<String> expected = new ArrayList<>(List.of("session S"));
            LongStream.rangeClosed(1, messages).mapToObj(Long::toString).forEach(expected::add);
            int endings = FORGED_ENDINGS;
            long fedNs = 0;
            script.take(Packets.heartbeat("S", 1));
            while (script.receiver.state() != MoldState.ENDED) {
                nowNs += 1 + random.nextInt(MOST_NS);
                script.at(nowNs);
                if (next <= messages || endings-- > 0) {
                    forge();
                }
                serve();
                if (nowNs - fedNs > SILENCE_NS - 2 * MOST_NS || random.nextInt(4) > 0) {
                    feed();
                    fedNs = nowNs;
                }
                serve();
                assertTrue(nowNs < 1_000_000 && script.receiver.state() != MoldState.GIVEN_UP,
                        () -> "seed " + seed + ": it ends with " + delivered.getLast());
            }
            assertEquals(expected, delivered, () -> "seed " + seed);
            assertEquals(0, script.receiver.counts().lost(), () -> "seed " + seed);
        }

        /** Sends the next packet of the session; it may be lost, but not together with the heartbeat after it. */
        private void feed() {
            isClaimed = false;
            if (next > messages) {
                isAhead = false;
                script.take(Packets.end("S", next));
            } else {
                final int count = random.nextInt(4) == 0
                        ? 0
                        : (int) Math.min(1 + random.nextInt(20), messages - next + 1);
                final boolean isLost = random.nextInt(10) == 0;
                next += count;
                isAhead &= count > 0 && !isLost;
                script.take(count == 0 || isLost
                        ? Packets.heartbeat("S", next)
                        : Packets.of("S", next - count, count));
            }
        }

        /** Answers requests and keeps the delivered messages. */
        private void serve() {
            List<String> lines = script.done();
            while (!lines.isEmpty()) {
                for (final String line : lines) {
                    if (line.startsWith("request S ")) {
                        answer(line);
                    } else if (!line.startsWith("false end ")) {
                        delivered.add(line);
                    }
                }
                lines = script.done();
            }
        }

        private void answer(final String request) {
            final String[] range = request.substring(10).split("\\+");
            final long first = Long.parseLong(range[0]);
            final int count = Integer.parseInt(range[1]);
            assertTrue(isClaimed || isAhead || first + count <= next, () -> "seed " + seed + ": " + request);
            if (first < next && (hasFewAttempts || random.nextInt(5) > 0)) {
                script.answer(Packets.of("S", first, (int) Math.min(Math.min(count, 30), next - first)));
            } else if (random.nextBoolean()) {
                script.answer(Packets.heartbeat("S", first + random.nextInt(FAR_MESSAGES)));
            }
        }

        /** Forged messages prove those before them: the requests must last until the feed contradicts them. */
        private Forgery forgery() {
            final Forgery forgery = Forgery.values()[random.nextInt(Forgery.values().length)];
            return forgery == Forgery.MESSAGES_AHEAD && hasFewAttempts ? Forgery.HEARTBEAT_AHEAD : forgery;
        }

        /** Forges one packet between two of the feed. These are less than a silence apart, with one exception. */
        private void forge() {
            final Forgery forgery = forgery();
            final long far = 10_000 + (random.nextLong() >>> 20);
            final long ahead = next + 1 + random.nextInt(FAR_MESSAGES - 200);
            final String other = "X" + random.nextInt(3);
            if (forgery == Forgery.OTHER_SESSION_TWICE) {
                script.take(Packets.heartbeat(other, 1));
            } else if (forgery == Forgery.FAR_TWICE) {
                script.take(Packets.heartbeat("S", far));
            } else if (forgery == Forgery.OTHER_SESSION_AFTER_SILENCE && script.receiver.state() == MoldState.LIVE) {
                nowNs += SILENCE_NS;
                script.at(nowNs);
            }
            isClaimed |= forgery == Forgery.HEARTBEAT_AHEAD || forgery == Forgery.END_AHEAD
                    || forgery == Forgery.FAR_TWICE;
            isAhead |= forgery == Forgery.MESSAGES_AHEAD;
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
                case EMPTY_BLOCKS -> {
                    final int count = 1 + random.nextInt(5);
                    yield Packets.raw("S", next, count, new byte[2 * count]);
                }
                case HEARTBEAT_AHEAD -> Packets.heartbeat("S", ahead);
                case END_AHEAD -> Packets.end("S", ahead);
                case FAR_TWICE -> Packets.heartbeat("S", far + random.nextInt(100));
                // Never due: a forged message in place of the next one cannot be distinguished from it.
                case MESSAGES_AHEAD -> Packets.of("S", messages + 2 + random.nextInt(300), 1 + random.nextInt(5));
            });
            done.merge(forgery, 1, Integer::sum);
        }
    }
}
