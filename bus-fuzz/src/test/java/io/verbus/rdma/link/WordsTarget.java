package io.verbus.rdma.link;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;
import static io.verbus.internal.log.FrameLayout.ALIGNMENT;

import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.net.handshake.OfferMessage;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The words that a peer writes into local memory, whole or torn, between local pushes and jumps. For any words, a
 * publisher never exceeds the room of the image or the posted receives, and no heartbeat or position decreases
 * unnoticed. A violation ends the run, as it ends an epoch.
 *
 * <p>Input: capacity, receives, position; then steps: a number and its arguments.
 */
public final class WordsTarget implements Target {
    private static final int WRITE = 0;
    private static final int TEAR = 1;
    private static final int PUSH = 2;
    private static final int JUMP = 3;
    private static final int TAKE = 4;
    private static final int STEPS = 5;
    private static final int WORDS_OF_A_SUBSCRIBER = SubscriberControlBlock.LENGTH / TornSafeLong.LENGTH;
    private static final int WORDS = WORDS_OF_A_SUBSCRIBER + PublisherControlBlock.LENGTH / TornSafeLong.LENGTH;

    private final UnsafeBuffer ofSubscriber = new UnsafeBuffer(new byte[SubscriberControlBlock.LENGTH]);
    private final UnsafeBuffer ofPublisher = new UnsafeBuffer(new byte[PublisherControlBlock.LENGTH]);

    public WordsTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        ofSubscriber.setMemory(0, SubscriberControlBlock.LENGTH, (byte) 0);
        ofPublisher.setMemory(0, PublisherControlBlock.LENGTH, (byte) 0);
        final int capacity = 1 << 16 + input.u8() % 15;
        final int receives = 1 + input.u16();
        final Steps steps = new Steps(capacity, receives, input.i64() & OfferMessage.MAX_POSITION - 1 & -ALIGNMENT);
        boolean valid = true;
        while (valid && input.hasMore()) {
            valid = steps.step(input);
        }
    }

    @Override
    public List<byte[]> seeds() {
        final Seed credit = new Seed().u8(0).u16(3).i64(64).u8(PUSH).u16(2).u8(PUSH).u16(100);
        write(credit, 0, 128);
        write(credit, 1, 5);
        write(credit, 2, 1);
        credit.u8(TAKE).u8(JUMP).u16(5_000).u8(PUSH).u16(1);
        write(credit, 0, 64 + (102 + 5_000) * ALIGNMENT);
        credit.u8(TAKE).u8(PUSH).u16(7);
        write(credit, 3, 1);
        credit.u8(TAKE);
        final Seed signs = new Seed().u8(4).u16(255).i64(0);
        for (int word = WORDS_OF_A_SUBSCRIBER; word < WORDS; word++) {
            write(signs, word, 96);
        }
        signs.u8(TAKE).u8(TEAR).u8(WORDS_OF_A_SUBSCRIBER).u8(9).i64(77).u8(TAKE);
        return List.of(credit.toBytes(), signs.toBytes());
    }

    private static void write(final Seed seed, final int word, final long value) {
        seed.u8(WRITE).u8(word).i64(value);
    }

    /**
     * The publisher's side, which reads a subscriber's control block, and the subscriber's side, which reads a
     * publisher's.
     */
    private final class Steps {
        private final int capacity;
        private final int receives;
        private final WriteCredit credit;
        private final SubscriberControlBlockReader subscriber;
        private final PublisherControlBlockReader publisher = new PublisherControlBlockReader(ofPublisher);
        private long consumed;
        private long heartbeat;
        private long position;
        private boolean left;

        Steps(final int capacity, final int receives, final long position) {
            this.capacity = capacity;
            this.receives = receives;
            this.credit = new WriteCredit(capacity, receives, position);
            this.subscriber = new SubscriberControlBlockReader(ofSubscriber, receives);
            this.consumed = position;
        }

        boolean step(final Input input) {
            switch (input.u8() % STEPS) {
                case WRITE -> write(input.u8(), TornSafeLong.LENGTH, input.i64());
                case TEAR -> write(input.u8(), input.u8() % TornSafeLong.LENGTH, input.i64());
                case PUSH -> push(input.u16() * (long) ALIGNMENT);
                case JUMP -> jump(input.u16() * (long) ALIGNMENT);
                case TAKE -> {
                    return takeWords();
                }
                default -> throw new AssertionError();
            }
            return true;
        }

        /** Writes the first bytes of a word. */
        private void write(final int number, final int length, final long value) {
            final UnsafeBuffer word = new UnsafeBuffer(new byte[TornSafeLong.LENGTH]);
            TornSafeLong.put(word, 0, value);
            final int index = number % WORDS;
            if (index < WORDS_OF_A_SUBSCRIBER) {
                ofSubscriber.putBytes(index * TornSafeLong.LENGTH, word, 0, length);
            } else {
                ofPublisher.putBytes((index - WORDS_OF_A_SUBSCRIBER) * TornSafeLong.LENGTH, word, 0, length);
            }
        }

        private void push(final long length) {
            final long to = Math.min(credit.pushed() + length, credit.limit());
            if (to > credit.pushed() && credit.writesLeft() > 0) {
                same(to - credit.pushed(), Immediate.ahead(Immediate.of(to), credit.pushed()), "immediate");
                credit.pushed(to);
            }
        }

        private void jump(final long length) {
            if (length > 0 && credit.writesLeft() > 0 && !credit.isJumping()) {
                credit.jumped(credit.pushed() + length);
                same(credit.pushed(), credit.limit(), "room before a jump is confirmed");
            }
        }

        private boolean takeWords() {
            final String violation = subscriber.takeCredit(credit);
            check(credit.consumed() >= consumed && credit.consumed() <= credit.pushed(), "consumed "
                    + credit.consumed() + " of " + credit.pushed());
            same(0, credit.consumed() % ALIGNMENT, "part of a frame consumed");
            check(credit.limit() - credit.consumed() <= capacity || credit.isJumping(), "room exceeds the image");
            check(credit.limit() >= credit.pushed(), "room decreases");
            check(credit.writesLeft() >= 0 && credit.writesLeft() <= receives, credit.writesLeft() + " writes");
            consumed = credit.consumed();
            final boolean subscriberValid = subscriber.read() == null;
            check(subscriber.heartbeat() >= heartbeat && (subscriber.isLeft() || !left), "subscriber words decrease");
            heartbeat = subscriber.heartbeat();
            left = subscriber.isLeft();
            final boolean publisherValid = publisher.read() == null;
            check(publisher.position() >= position && publisher.sequence() >= 0
                    && publisher.sessions() >= 0, "publisher words decrease");
            position = publisher.position();
            publisher.jumpPosition();
            publisher.jumpSequence();
            return violation == null && subscriberValid && publisherValid;
        }
    }
}
