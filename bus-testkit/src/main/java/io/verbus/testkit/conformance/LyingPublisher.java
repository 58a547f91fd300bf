package io.verbus.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.oracle.SessionOracle;
import io.verbus.testkit.transport.CheckedFeed;
import io.verbus.testkit.transport.CheckedReader;
import io.verbus.testkit.transport.Conformance;
import io.verbus.testkit.transport.PeerWord;
import io.verbus.testkit.transport.TransportUnderTest;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A publisher that forges any word: a reader gets no message that was not published, receives a clear end of the
 * session, and continues with the other sessions.
 */
public abstract class LyingPublisher extends Conformance {
    private static final int RING = 4096;
    private static final int WORDS_BEFORE_THE_ACKNOWLEDGEMENTS = 2048 / Long.BYTES;
    private static final int IDENTITY_WORDS = 512 / Long.BYTES;
    private static final int FRAMES_OF_LIES = 2_000;

    private final long seed = Seeds.draw();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final ForgedWords forged = new ForgedWords(random);
    private CheckedFeed honest;
    private CheckedReader reader;

    protected LyingPublisher(final TransportUnderTest.Factory factory) {
        super(factory);
    }

    @BeforeEach
    final void begin() {
        lengths(sequence -> sequence % 3 == 0 ? MAX_LENGTH : (int) (sequence * 61 % 500));
        honest = publish();
        reader = subscribe(Policy.values()[1 + random.nextInt(3)], Start.oldest());
    }

    @Test
    void forgedLogHeaderHarmsOnlyItsSession() {
        final int words = RING / Long.BYTES;
        for (int index = IDENTITY_WORDS; index < words; index++) {
            for (int kind = 0; kind < 15; kind++) {
                if (index < WORDS_BEFORE_THE_ACKNOWLEDGEMENTS || random.nextInt(8) == 0) {
                    lieInHeader(index, kind, random.nextBoolean());
                }
            }
        }
    }

    @Test
    void forgedFrameHarmsOnlyItsSession() {
        for (int i = 0; i < FRAMES_OF_LIES; i++) {
            final CheckedFeed liar = publish();
            final long[] positions = new long[11];
            for (int message = 0; message < 10; message++) {
                positions[message] = liar.publication().position();
                liar.offer(1);
            }
            positions[10] = liar.publication().position();
            transport().settle();
            reader.poll(3);
            final List<PeerWord> words = transport().wordsOf(liar.publication());
            final int frame = (int) (RING + positions[3 + random.nextInt(8)]);
            final PeerWord word = words.get(frame / Long.BYTES + random.nextInt(3));
            final boolean isCommitWord = word.offset() == frame;
            final long lie = isCommitWord && random.nextBoolean()
                    ? forged.commitWord(CAPACITY)
                    : forged.about(word, CAPACITY)[random.nextInt(15)];
            word.put(lie);
            final String what = word + " is " + lie + ", seed " + seed + ", "
                    + reader.subscription().settings().policy();
            reader.drain();
            liar.close();
            settleWith(liar, what);
            // A publisher may commit any content, but only in its own session.
            final String session = Long.toHexString(liar.publication().session().id());
            reader.oracle().faults().removeIf(fault -> fault.endsWith(session));
            assertEquals(List.of(), reader.oracle().faults(), what);
        }
    }

    private void lieInHeader(final int index, final int kind, final boolean lapped) {
        final CheckedFeed liar = publish();
        liar.offer(5);
        reader.poll(2);
        if (lapped) {
            liar.pass(2 * CAPACITY);
        }
        final PeerWord word = transport().wordsOf(liar.publication()).get(index);
        final long lie = forged.about(word, CAPACITY)[kind];
        word.put(lie);
        final String what = word + " is " + lie + ", seed " + seed + ", "
                + reader.subscription().settings().policy();
        reader.drain();
        final CheckedReader joining = subscribe(Policy.values()[random.nextInt(4)], switch (random.nextInt(3)) {
            case 0 -> Start.live();
            case 1 -> Start.oldest();
            default -> Start.at(random.nextLong(liar.sequence() + 1));
        });
        joining.drain();
        assertEquals(List.of(), joining.oracle().faults(), what);
        joining.close();
        transport().settle();
        liar.close();
        settleWith(liar, what);
        assertEquals(List.of(), reader.oracle().faults(), what);
    }

    /** The liar's session is over, and the honest one continues. */
    private void settleWith(final CheckedFeed liar, final String what) {
        transport().settle();
        reader.drain();
        final SessionOracle session = reader.oracle().of(liar.publication().session());
        assertTrue(session == null || session.isOver(), () -> what + ": " + session + reader.events());
        assertEquals(1, honest.offer(1));
        reader.drain();
        assertEquals(honest.sequence(), reader.oracle().of(honest.publication().session()).delivered(), what);
        reader.events().clear();
    }
}
