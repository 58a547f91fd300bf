package io.verbus.testkit.stepper;

import io.verbus.Publication;
import io.verbus.support.seeds.Dice;
import io.verbus.support.seeds.Violation;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A publisher as a state machine: claims, encodes in parts, commits, aborts, offers, closes.
 *
 * <pre>
 *   IDLE ──▶ CLAIMED ──▶ (encode a part) ──▶ commit, abort or another claim
 *    │ offer
 *    ╰──▶ CLOSING ──▶ closed
 * </pre>
 */
final class SimPublisher {
    private static final int NOTHING = -1;
    /** A header, and the alignment. */
    private static final int FRAME_OVERHEAD = 64;

    private final StepperWorld world;
    private final String name;
    private final Publication publication;
    private final SteppedFeed truth;
    private final Holding holding;
    private final UnsafeBuffer source = new UnsafeBuffer(new byte[StepperWorld.CAPACITY / 4]);
    private int claimed = NOTHING;
    private int length;
    private int encoded;
    private boolean closing;
    private boolean closed;

    SimPublisher(final StepperWorld world, final String name, final Publication publication, final Holding holding) {
        this.world = world;
        this.name = name;
        this.publication = publication;
        this.truth = new SteppedFeed(publication.session(), name, world.time().nowNs());
        this.holding = holding;
        world.sessions().add(truth);
    }

    SteppedFeed truth() {
        return truth;
    }

    Holding holding() {
        return holding;
    }

    boolean isClosed() {
        return closed;
    }

    boolean isClaiming() {
        return claimed != NOTHING;
    }

    boolean isClosing() {
        return closing;
    }

    /** One step of the present operation. */
    void step(final StepperPhase phase) {
        final Dice dice = world.dice();
        if (closing) {
            closeStep();
        } else if (claimed != NOTHING) {
            continueClaim();
        } else if (dice.below(1000) < phase.closesPerMille()) {
            beginClosing();
        } else if (dice.oneIn(2)) {
            claim();
        } else {
            for (int i = dice.between(1, phase.burst()); i > 0; i--) {
                offer();
            }
        }
    }

    /** The first of the steps that end the session. */
    void beginClosing() {
        claimed = NOTHING;
        closing = true;
        closeStep();
    }

    private void continueClaim() {
        final int choice = world.dice().below(20);
        if (encoded < length && choice < 14) {
            encodePart();
        } else if (choice < 16 && encoded < length || choice == 16) {
            commit(world.dice().between(0, encoded), StepperEvent.COMMITTED_SHORTER);
        } else if (choice == 17) {
            publication.abort();
            claimed = NOTHING;
            world.note(name, StepperEvent.ABORTED, "");
        } else if (choice == 18) {
            world.note(name, StepperEvent.CLAIM_GIVEN_UP, "");
            claim();
        } else {
            encode(length);
            commit(length, StepperEvent.COMMITTED);
        }
    }

    private void claim() {
        length = someLength(publication.maxClaimLength());
        encoded = 0;
        claimed = publication.claim(length);
        if (claimed < 0) {
            refused(claimed, length);
            claimed = NOTHING;
        } else {
            holding.accepted();
            world.note(name, StepperEvent.CLAIMED, length + " bytes at " + claimed);
        }
    }

    private void encodePart() {
        encode(Math.min(length, encoded + Long.BYTES * world.dice().between(1, 1 + length / Long.BYTES)));
        world.note(name, StepperEvent.PART_ENCODED, "up to byte " + encoded);
    }

    private void encode(final int to) {
        final MutableDirectBuffer buffer = publication.buffer();
        truth.payloads().encode(buffer, claimed, publication.sequence(), encoded, to);
        encoded = to;
    }

    private void commit(final int shorter, final StepperEvent event) {
        final long expected = truth.committed();
        // The last bytes of a message are written one by one; a shorter message ends elsewhere.
        truth.payloads().encode(publication.buffer(), claimed, expected, shorter & -Long.BYTES, shorter);
        final long sequence = event == StepperEvent.COMMITTED ? publication.commit() : publication.commit(shorter);
        claimed = NOTHING;
        committed(sequence, expected, shorter, event);
    }

    private void offer() {
        final boolean isLong = world.dice().oneIn(6);
        final int size = isLong
                ? world.dice().between(publication.maxClaimLength() + 1, publication.maxMessageLength())
                : someLength(publication.maxClaimLength());
        final long expected = truth.committed();
        truth.payloads().encode(source, 0, expected, 0, size);
        final long sequence = publication.offer(source, 0, size);
        if (sequence < 0) {
            refused(sequence, size);
        } else {
            holding.accepted();
            committed(sequence, expected, size, isLong ? StepperEvent.OFFERED_LONG : StepperEvent.OFFERED);
        }
    }

    private void committed(final long sequence, final long expected, final int size, final StepperEvent event) {
        if (sequence != expected) {
            throw new Violation(name + " committed sequence " + sequence + ", not " + expected);
        }
        final int frames = (int) (publication.sequence() - expected);
        truth.commit(size, frames, publication.position());
        world.note(name, event, "sequence " + sequence + ", " + size + " bytes in " + frames + " frames, up to "
                + publication.position());
    }

    private void refused(final long result, final int size) {
        if (result != Publication.BACK_PRESSURED) {
            throw new Violation(name + " got " + result + " for a claim, though it is open");
        }
        world.note(name, StepperEvent.BACK_PRESSURED, size + " bytes");
        holding.refused(size + FRAME_OVERHEAD);
    }

    private void closeStep() {
        final long before = publication.position();
        closed = publication.tryClose();
        if (publication.position() > before) {
            truth.end();
        } else if (!closed && !truth.isEnded()) {
            holding.refused(0);
        }
        world.note(name, StepperEvent.CLOSING_STEP,
                truth.isEnded() ? "the end frame is there" : "no room for the end frame");
        if (closed) {
            truth.close();
            world.note(name, StepperEvent.SESSION_CLOSED, "");
        }
    }

    /** Short messages mostly; some of the maximum length, which produce the laps. */
    private int someLength(final int most) {
        return switch (world.dice().below(6)) {
            case 0 -> 0;
            case 1, 2 -> world.dice().between(1, 100);
            case 3, 4 -> world.dice().between(0, most);
            default -> most;
        };
    }
}
