package io.verbus.rdma.link;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Histories of two control blocks whose WRITEs the device places in another order than they were posted. Takes the
 * first seed and the number of seeds; returns the first failure, or an empty text.
 */
public final class SwappedWordsHunt implements Function<long[], String> {
    private static final int CAPACITY = 1 << 12;
    private static final int RECEIVES = 8;
    private static final int STEPS = 400;

    @Override
    public String apply(final long[] seeds) {
        for (long seed = seeds[0]; seed < seeds[0] + seeds[1]; seed++) {
            final String failure = new History(seed).run();
            if (failure != null) {
                return "seed " + seed + ": " + failure;
            }
        }
        return "";
    }

    /** Memory of a peer, with the WRITEs on the way to it. */
    private static final class Block {
        private final UnsafeBuffer memory;
        private final UnsafeBuffer own;
        private final Deque<byte[]> flying = new ArrayDeque<>();

        Block(final int length) {
            memory = new UnsafeBuffer(new byte[length]);
            own = new UnsafeBuffer(new byte[length]);
        }

        void put(final int offset, final long value) {
            TornSafeLong.put(own, offset, value);
        }

        void post(final SplittableRandom random) {
            final byte[] last = random.nextInt(3) == 0 ? flying.pollLast() : null;
            flying.add(Arrays.copyOf(own.byteArray(), own.capacity()));
            if (last != null) {
                flying.add(last);
            }
        }

        void place(final int count) {
            for (int i = 0; i < count && !flying.isEmpty(); i++) {
                memory.putBytes(0, flying.remove());
            }
        }
    }

    private static final class History {
        private final SplittableRandom random;
        private final Block atPublisher = new Block(SubscriberControlBlock.LENGTH);
        private final Block atSubscriber = new Block(PublisherControlBlock.LENGTH);
        private final SubscriberControlBlockReader subscriber = new SubscriberControlBlockReader(atPublisher.memory,
                RECEIVES);
        private final PublisherControlBlockReader publisher = new PublisherControlBlockReader(atSubscriber.memory);
        private final WriteCredit credit = new WriteCredit(CAPACITY, RECEIVES, 0);
        private long arrived;
        private long consumed;
        private long receives = RECEIVES;
        private long heartbeats;
        private long sequence;
        private int sessions;

        History(final long seed) {
            random = new SplittableRandom(seed);
        }

        String run() {
            String failure = null;
            for (int i = 0; i < STEPS && failure == null; i++) {
                push();
                consume();
                write();
                atPublisher.place(random.nextInt(3));
                atSubscriber.place(random.nextInt(3));
                failure = read();
            }
            if (failure != null) {
                return failure;
            }
            atPublisher.place(Integer.MAX_VALUE);
            atSubscriber.place(Integer.MAX_VALUE);
            write(); // the next heartbeats repair what older ones have overwritten
            atPublisher.place(Integer.MAX_VALUE);
            atSubscriber.place(Integer.MAX_VALUE);
            failure = read();
            return failure != null || isKnown() ? failure : "the last heartbeats do not repair the words";
        }

        private void push() {
            final long end = Math.min(credit.limit(), credit.pushed() + 32L * random.nextInt(1, 20));
            if (end > credit.pushed() && credit.writesLeft() > 0) {
                credit.pushed(end);
                arrived++;
                sequence++;
            }
        }

        private void consume() {
            consumed += Math.min(credit.pushed() - consumed, 32L * random.nextInt(30));
            receives = RECEIVES + arrived;
        }

        private void write() {
            atPublisher.put(SubscriberControlBlock.CONSUMED_OFFSET, consumed);
            atPublisher.put(SubscriberControlBlock.RECEIVES_OFFSET, receives);
            atPublisher.put(SubscriberControlBlock.HEARTBEAT_OFFSET, ++heartbeats);
            atPublisher.post(random);
            sessions = random.nextInt(4);
            atSubscriber.put(PublisherControlBlock.HEARTBEAT_OFFSET, heartbeats);
            atSubscriber.put(PublisherControlBlock.POSITION_OFFSET, credit.pushed());
            atSubscriber.put(PublisherControlBlock.SEQUENCE_OFFSET, sequence);
            atSubscriber.put(PublisherControlBlock.SESSIONS_OFFSET, sessions);
            atSubscriber.post(random);
        }

        private String read() {
            final long limit = credit.limit();
            final long heartbeat = publisher.heartbeat();
            final long position = publisher.position();
            String violation = subscriber.takeCredit(credit);
            violation = violation == null ? subscriber.read() : violation;
            violation = violation == null ? publisher.read() : violation;
            if (violation != null) {
                return "a correct peer violates the protocol: " + violation;
            }
            return credit.limit() < limit || publisher.heartbeat() < heartbeat || publisher.position() < position
                    ? "a word decreases"
                    : null;
        }

        private boolean isKnown() {
            return credit.consumed() == consumed && subscriber.heartbeat() == heartbeats
                    && publisher.heartbeat() == heartbeats && publisher.position() == credit.pushed()
                    && publisher.sequence() == sequence && publisher.sessions() == sessions;
        }
    }
}
