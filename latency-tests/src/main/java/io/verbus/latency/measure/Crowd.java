package io.verbus.latency.measure;

import io.verbus.BusException;
import io.verbus.latency.meter.Account;
import io.verbus.latency.result.Point;
import io.verbus.latency.worker.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several readers of one stream, each with a thread of its own; they share a core, so they yield it. */
final class Crowd extends Side {
    private final List<Drain> readers = new ArrayList<>();
    private final List<ExecutorService> threads = new ArrayList<>();

    Crowd(final Bench bench, final int count) {
        super(bench, Orders.FAR_CORE);
        for (int i = 0; i < count; i++) {
            readers.add(new Drain(bench, Point.FAN_OUT));
            threads.add(Executors.newSingleThreadExecutor(Thread.ofPlatform().name("reader-" + i).daemon().factory()));
        }
    }

    /** By the threads that poll; they are on the core of this one. */
    @Override
    void await() {
        all(drain -> {
            drain.await();
            return Line.of(Orders.DONE);
        });
    }

    @Override
    Line measure(final Line order) {
        final Account account = new Account();
        account.open();
        final List<Line> answers = all(drain -> drain.measure(order));
        account.close();
        return account.line()
                .with(Orders.RECEIVED, sum(answers, Orders.RECEIVED))
                .with(Orders.MISSED, sum(answers, Orders.MISSED))
                .with(Orders.TIMED, answers.getFirst().number(Orders.TIMED))
                .with(Orders.NS, answers.getFirst().number(Orders.NS));
    }

    private static long sum(final List<Line> answers, final String word) {
        return answers.stream().mapToLong(answer -> answer.number(word)).sum();
    }

    private interface Work {
        Line of(Drain drain);
    }

    /** Each reader has the same thread each time: who polls a subscription once polls it for good. */
    private List<Line> all(final Work work) {
        final List<Future<Line>> later = new ArrayList<>();
        for (int i = 0; i < readers.size(); i++) {
            final Drain drain = readers.get(i);
            later.add(threads.get(i).submit(() -> work.of(drain)));
        }
        final List<Line> answers = new ArrayList<>();
        for (final Future<Line> answer : later) {
            try {
                answers.add(answer.get());
            } catch (final ExecutionException e) {
                throw new BusException("a reader: " + e.getCause().getMessage(), e);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BusException("interrupted", e);
            }
        }
        return answers;
    }

    @Override
    public void close() {
        threads.forEach(ExecutorService::shutdownNow);
        super.close();
    }
}
