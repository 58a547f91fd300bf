package io.verbus.testkit;

import io.verbus.Action;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.Refusal;
import io.verbus.Session;
import io.verbus.SessionListener;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.agrona.DirectBuffer;

/**
 * Handler and listener of a subscription that checks everything: each message is compared in full, the sequences of
 * each session must be contiguous, and a gap must be reported before the messages after it. Violations are collected as
 * faults, because an exception of a handler would go to the error handler.
 */
public final class Checker implements PollHandler, SessionListener {
    private final LongFunction<Payloads> payloadsOfSession;
    private final Map<Long, Account> accounts = new LinkedHashMap<>();
    private final Map<Long, Payloads> payloads = new LinkedHashMap<>();
    private final List<String> events = new ArrayList<>();
    private final List<String> causes = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final List<Long> failed = new ArrayList<>();
    private Account latest;
    private Payloads latestPayloads;

    /** For sessions whose payloads follow from their ids. */
    public Checker(final LongFunction<Payloads> payloadsOfSession) {
        this.payloadsOfSession = payloadsOfSession;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final Account account = account(header.session());
        if (account == null) {
            faults.add("a message before the start of its session: " + header);
            return Action.TAKEN;
        }
        final String fault = latestPayloads.fault(buffer, offset, length, header.sequence());
        if (fault != null) {
            faults.add(fault + " of " + Long.toHexString(header.session()));
        }
        expect(account, header.sequence(), "message");
        account.next = header.sequence() + header.frames();
        account.delivered += header.frames();
        account.deliveredLast = true;
        return Action.TAKEN;
    }

    @Override
    public void onStarted(final Session session, final long first) {
        final Account account = new Account(session);
        account.first = first;
        account.next = first;
        if (accounts.put(session.id(), account) != null) {
            faults.add("started twice: " + session);
        }
        events.add("started " + first);
    }

    @Override
    public void onGap(final Gap gap) {
        final Account account = account(gap.session().id());
        if (account == null || gap.last() < gap.first()) {
            faults.add("impossible " + gap);
            return;
        }
        if (account.delivered == 0 && gap.last() + 1 == account.first) {
            account.first = gap.first(); // the requested start precedes the oldest message in the log
        } else {
            expect(account, gap.first(), "gap");
            account.next = gap.last() + 1;
        }
        account.missed += gap.count();
        account.deliveredLast = false;
        events.add("gap " + gap.first() + ".." + gap.last());
        causes.add(gap.cause());
    }

    @Override
    public void onDoubtful(final Session session, final long sequence) {
        // The message may have changed, and the listener is notified.
        faults.removeIf(fault -> fault.startsWith("message " + sequence + " "));
        events.add("doubtful " + sequence);
    }

    @Override
    public void onRefused(final Session session, final Refusal cause) {
        events.add("refused: " + cause);
    }

    @Override
    public void onFailed(final Session session, final long sequence, final Throwable thrown) {
        final Account account = account(session.id());
        if (account == null || !account.deliveredLast || sequence >= account.next) {
            faults.add("a failure at " + sequence + " that is not of the last message: " + account);
        }
        failed.add(sequence);
    }

    @Override
    public void onLost(final LostSession lost) {
        final Account account = account(lost.session().id());
        events.add("lost " + (lost.forGood() ? "for good " : "") + lost.next() + ": " + lost.cause());
        if (account != null) { // else it was lost before it started
            if (account.next != (lost.forGood() ? lost.knownNext() : lost.next())) {
                faults.add(lost + " where " + account.next + " comes next");
            }
            account.over = lost.forGood();
        }
    }

    @Override
    public void onBack(final Session session, final long next) {
        expect(account(session.id()), next, "back");
        events.add("back " + next);
    }

    @Override
    public void onRestarted(final Session earlier, final Session session) {
        if (!accounts.get(earlier.id()).isOver()) {
            faults.add("restarted, but not over: " + earlier);
        }
        events.add("restarted");
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        final Account account = account(session.id());
        expect(account, messages, "end");
        account.over = true;
        events.add("ended " + messages);
    }

    /** The events received, in order, without the messages. */
    public List<String> events() {
        return events;
    }

    /** The causes of the gaps, in order. */
    public List<String> causes() {
        return causes;
    }

    /** Sequences of the messages whose handler threw, in the order of the reports. */
    public List<Long> failed() {
        return failed;
    }

    /** Violations; must be empty. */
    public List<String> faults() {
        return faults;
    }

    /** All sessions, in the order in which they started. */
    public Collection<Account> accounts() {
        return accounts.values();
    }

    /** The account of one session; null before its start. */
    public Account of(final Session session) {
        return accounts.get(session.id());
    }

    /** The account of the only session. */
    public Account only() {
        if (accounts.size() != 1) {
            throw new AssertionError(accounts.size() + " sessions: " + events);
        }
        return accounts.values().iterator().next();
    }

    private void expect(final Account account, final long sequence, final String what) {
        if (account.over) {
            faults.add(what + " " + sequence + " after the end of " + account);
        }
        if (sequence != account.next) {
            faults.add(what + " " + sequence + " where " + account.next + " was expected: " + account);
        }
    }

    private Account account(final long session) {
        if (latest == null || latest.session().id() != session) {
            latest = accounts.get(session);
            latestPayloads = payloads.computeIfAbsent(session, payloadsOfSession::apply);
        }
        return latest;
    }
}
