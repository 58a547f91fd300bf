package io.verbus.testkit.chaos;

import static io.verbus.testkit.chaos.Child.hex;
import static io.verbus.testkit.chaos.Child.say;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.testkit.Account;
import io.verbus.testkit.Checker;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;

/**
 * Reads and checks everything, and dwells in its handler; what it hears it says. Told to, it stays in its handler until
 * it is told to go on.
 */
final class ReaderProcess {
    private static final int LIMIT = 100;
    private static final long REST_NS = 100_000;

    private final Child child;
    private final Checker checker = new Checker(Child::payloads);
    private boolean holding;
    private int saidFaults;
    private long saidDelivered = -1;

    private ReaderProcess(final String seed) {
        child = new Child(seed);
    }

    /** A kind of reader by its name. */
    enum Kind {
        BLOCK, COPIES, SKIP, REPAIR;

        SubscriptionSettings settings() {
            final SubscriptionSettings settings = SubscriptionSettings.of(Child.STREAM).withName(name())
                    .withStart(Start.live());
            return switch (this) {
                case BLOCK -> settings;
                case COPIES -> settings.withCopies(true);
                case SKIP -> settings.withPolicy(Policy.SKIP);
                case REPAIR -> settings.withPolicy(Policy.SKIP).withRepair(Repair.REPAIR);
            };
        }
    }

    public static void main(final String[] args) {
        final Kind kind = Kind.valueOf(Child.awaitRole());
        final ReaderProcess reader = new ReaderProcess(args[0]);
        try (Bus bus = Bus.launch(Child.settings());
                Subscription subscription = bus
                        .subscribe(kind.settings().withListener(new Telling(reader.checker)))) {
            for (String order = Child.order(); !"end".equals(order); order = Child.order()) {
                reader.holding |= order != null;
                if (subscription.poll(reader::onMessage, LIMIT) == 0) {
                    LockSupport.parkNanos(REST_NS);
                }
                reader.report();
            }
        }
        say("bye");
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        if (holding) {
            holding = false;
            say("holding " + hex(header.session()) + " " + header.sequence());
            child.stay();
        }
        child.dwell();
        return checker.onMessage(buffer, offset, length, header);
    }

    private void report() {
        if (child.isReportDue()) {
            final List<String> faults = checker.faults();
            while (saidFaults < faults.size()) {
                say("fault " + faults.get(saidFaults++));
            }
            long delivered = 0;
            Account latest = null;
            for (final Account account : checker.accounts()) {
                if (account.next() != account.first() + account.delivered() + account.missed()) {
                    say("fault the account does not add up: " + account);
                }
                delivered += account.delivered();
                latest = account;
            }
            if (latest != null && delivered != saidDelivered) {
                saidDelivered = delivered;
                say("at " + hex(latest.session().id()) + " " + latest.next());
            }
        }
    }
}
