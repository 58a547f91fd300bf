package io.verbus.testkit.simulator;

import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.seeds.Violation;
import java.time.Duration;

/**
 * A subscription under BLOCK that hangs before its first poll, and is restarted again and again under its name. It
 * delays each publisher for a second in total, on the publisher's host and on another.
 */
final class CrashLoop {
    /** Its name in all its lives. */
    static final String NAME = "looper";

    private static final int LIVES = 4;
    private static final int ROUNDS = 25;
    private static final int BURST = 20;
    private static final Duration STEP = World.DUTY_CYCLE.multipliedBy(3);
    /** A second, the time until the publisher's next duty cycle, and the time until the devices release the log. */
    private static final Duration MOST = Duration.ofSeconds(2);

    private CrashLoop() {
    }

    /** Runs all its lives, while the running processes continue. */
    static void run(final World world, final SimPopulation cast, final SimProcess process, final Endpoint[] meeting) {
        world.note(process.toString(), SimEvent.READER_HANGS, "");
        for (int life = 0; life < LIVES; life++) {
            final Subscription hanging = process.bus().subscribe(SubscriptionSettings.of(World.STREAM).withName(NAME)
                    .withPolicy(Policy.BLOCK).withStart(Start.live()).withEndpoints(meeting));
            for (int round = 0; round < ROUNDS; round++) {
                world.time().pass(STEP.toNanos());
                cast.running().forEach(SimProcess::turn);
                world.fabric().step(world.time().nowNs());
                cast.living().stream().filter(feed -> !feed.isPublishing() && !feed.isClosing())
                        .forEach(feed -> feed.publish(BURST, true));
            }
            hanging.close();
            cast.running().forEach(SimProcess::turn);
        }
        cast.living().forEach(CrashLoop::judge);
    }

    private static void judge(final SimPublication feed) {
        if (feed.loopedNs() > MOST.toNanos()) {
            throw new Violation(feed + " was blocked for " + feed.loopedNs() + " ns by subscriptions of one name that"
                    + " never read");
        }
    }
}
