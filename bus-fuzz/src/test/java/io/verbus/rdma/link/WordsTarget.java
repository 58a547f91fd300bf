package io.verbus.rdma.link;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;
import static io.verbus.log.FrameLayout.ALIGNMENT;

import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.rdma.handshake.OfferMessage;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The words that a peer writes into our memory, whole or torn, between pushes and jumps of ours. Whatever they say, a
 * publisher never writes where the image has no room, nor more often than receives were posted; and no clock or
 * position goes back unnoticed. A lie ends it, as it ends an epoch.
 *
 * <p>Input: capacity, receives, position; then steps: a number, and what it takes.
 */
public final class WordsTarget implements Target {
    private static final int SAY = 0;
    private static final int TEAR = 1;
    private static final int PUSH = 2;
    private static final int JUMP = 3;
    private static final int TAKE = 4;
    private static final int STEPS = 5;
    private static final int WORDS_OF_A_SUBSCRIBER = SubscriberWords.LENGTH / Word.LENGTH;
    private static final int WORDS = WORDS_OF_A_SUBSCRIBER + PublisherWords.LENGTH / Word.LENGTH;

    private final UnsafeBuffer ofSubscriber = new UnsafeBuffer(new byte[SubscriberWords.LENGTH]);
    private final UnsafeBuffer ofPublisher = new UnsafeBuffer(new byte[PublisherWords.LENGTH]);

    public WordsTarget(final Path scratch) {
        check(scratch.isAbsolute(), "it needs no files");
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        ofSubscriber.setMemory(0, SubscriberWords.LENGTH, (byte) 0);
        ofPublisher.setMemory(0, PublisherWords.LENGTH, (byte) 0);
        final int capacity = 1 << 16 + input.u8() % 15;
        final int receives = 1 + input.u16();
        final Steps steps = new Steps(capacity, receives, input.i64() & OfferMessage.MAX_POSITION - 1 & -ALIGNMENT);
        boolean honest = true;
        while (honest && input.hasMore()) {
            honest = steps.step(input);
        }
    }

    @Override
    public List<byte[]> seeds() {
        final Seed credit = new Seed().u8(0).u16(3).i64(64).u8(PUSH).u16(2).u8(PUSH).u16(100);
        say(credit, 0, 128);
        say(credit, 1, 5);
        say(credit, 2, 1);
        credit.u8(TAKE).u8(JUMP).u16(5_000).u8(PUSH).u16(1);
        say(credit, 0, 64 + (102 + 5_000) * ALIGNMENT);
        credit.u8(TAKE).u8(PUSH).u16(7);
        say(credit, 3, 1);
        credit.u8(TAKE);
        final Seed signs = new Seed().u8(4).u16(255).i64(0);
        for (int word = WORDS_OF_A_SUBSCRIBER; word < WORDS; word++) {
            say(signs, word, 96);
        }
        signs.u8(TAKE).u8(TEAR).u8(WORDS_OF_A_SUBSCRIBER).u8(9).i64(77).u8(TAKE);
        return List.of(credit.toBytes(), signs.toBytes());
    }

    private static void say(final Seed seed, final int word, final long value) {
        seed.u8(SAY).u8(word).i64(value);
    }

    /** A publisher's end that hears a subscriber, and a subscriber's that hears a publisher. */
    private final class Steps {
        private final int capacity;
        private final int receives;
        private final Credit credit;
        private final SubscriberEar subscriber;
        private final PublisherEar publisher = new PublisherEar(ofPublisher);
        private long consumed;
        private long beats;
        private long position;
        private boolean left;

        Steps(final int capacity, final int receives, final long position) {
            this.capacity = capacity;
            this.receives = receives;
            this.credit = new Credit(capacity, receives, position);
            this.subscriber = new SubscriberEar(ofSubscriber, receives);
            this.consumed = position;
        }

        boolean step(final Input input) {
            switch (input.u8() % STEPS) {
                case SAY -> say(input.u8(), Word.LENGTH, input.i64());
                case TEAR -> say(input.u8(), input.u8() % Word.LENGTH, input.i64());
                case PUSH -> push(input.u16() * (long) ALIGNMENT);
                case JUMP -> jump(input.u16() * (long) ALIGNMENT);
                case TAKE -> {
                    return hear();
                }
                default -> throw new AssertionError();
            }
            return true;
        }

        /** So many bytes of a word arrive, from its beginning. */
        private void say(final int number, final int length, final long value) {
            final UnsafeBuffer word = new UnsafeBuffer(new byte[Word.LENGTH]);
            Word.put(word, 0, value);
            final int index = number % WORDS;
            if (index < WORDS_OF_A_SUBSCRIBER) {
                ofSubscriber.putBytes(index * Word.LENGTH, word, 0, length);
            } else {
                ofPublisher.putBytes((index - WORDS_OF_A_SUBSCRIBER) * Word.LENGTH, word, 0, length);
            }
        }

        private void push(final long length) {
            final long to = Math.min(credit.pushed() + length, credit.limit());
            if (to > credit.pushed() && credit.writesLeft() > 0) {
                same(to - credit.pushed(), Immediate.ahead(Immediate.of(to), credit.pushed()), "its immediate");
                credit.pushed(to);
            }
        }

        private void jump(final long length) {
            if (length > 0 && credit.writesLeft() > 0 && !credit.isJumping()) {
                credit.jumped(credit.pushed() + length);
                same(credit.pushed(), credit.limit(), "room before a jump is confirmed");
            }
        }

        private boolean hear() {
            final String lie = subscriber.takeCredit(credit);
            check(credit.consumed() >= consumed && credit.consumed() <= credit.pushed(), "consumed "
                    + credit.consumed() + " of " + credit.pushed());
            same(0, credit.consumed() % ALIGNMENT, "consumed a part of a frame");
            check(credit.limit() - credit.consumed() <= capacity || credit.isJumping(), "more room than the image has");
            check(credit.limit() >= credit.pushed(), "room is taken back");
            check(credit.writesLeft() >= 0 && credit.writesLeft() <= receives, credit.writesLeft() + " writes");
            consumed = credit.consumed();
            final boolean silent = subscriber.read() == null;
            check(subscriber.heartbeat() >= beats && (subscriber.isLeft() || !left), "the subscriber goes back");
            beats = subscriber.heartbeat();
            left = subscriber.isLeft();
            final boolean calm = publisher.read() == null;
            check(publisher.position() >= position && publisher.sequence() >= 0
                    && publisher.sessions() >= 0, "the publisher goes back");
            position = publisher.position();
            publisher.jumpPosition();
            publisher.jumpSequence();
            return lie == null && silent && calm;
        }
    }
}
