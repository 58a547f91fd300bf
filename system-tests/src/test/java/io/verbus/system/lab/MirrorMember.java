package io.verbus.system.lab;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Endpoint;
import io.verbus.Gap;
import io.verbus.Policy;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that subscribes to a stream, with or without a host mirror. It prints the sequence of each message that
 * begins with a 1, and the number of messages that were reported as missing. Arguments: address, whether it is
 * mirrored.
 */
final class MirrorMember {
    private static final long REST_NS = 200_000;

    private long next = -1;
    private long missed;

    private MirrorMember() {
    }

    public static void main(final String[] args) {
        new MirrorMember().run(args[0], Boolean.parseBoolean(args[1]));
    }

    private void run(final String address, final boolean isMirrored) {
        final SubscriptionSettings settings = SubscriptionSettings.of(LabPeer.STREAM).withPolicy(Policy.BLOCK)
                .withName("member").withHostMirror(isMirrored).withEndpoints(Endpoint.connect(address))
                .withListener(new Listener());
        try (Bus bus = Bus.launch(); Subscription subscription = bus.subscribe(settings)) {
            while (true) { // until it is killed
                if (subscription.poll((buffer, offset, length, header) -> {
                    expect(header.sequence());
                    next = header.sequence() + header.frames();
                    if (buffer.getByte(offset) == 1) {
                        System.out.println("read " + header.sequence() + " missed " + missed);
                    }
                    return Action.TAKEN;
                }, 100) == 0) {
                    LockSupport.parkNanos(REST_NS);
                }
            }
        }
    }

    private void expect(final long sequence) {
        if (sequence != next) {
            System.out.println("fault: message " + sequence + " instead of " + next);
            System.exit(1);
        }
    }

    private final class Listener implements SessionListener {
        @Override
        public void onEvent(final SessionEvent event) {
            switch (event) {
                case SessionEvent.Started(_, long first) -> {
                    next = first;
                    System.out.println("started " + first);
                }
                case Gap gap -> {
                    expect(gap.first());
                    next = gap.last() + 1;
                    missed += gap.count();
                    System.out.println("gap " + gap);
                }
                default -> {
                }
            }
        }
    }
}
