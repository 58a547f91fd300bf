package io.verbus.latency.measure;

import io.verbus.BusException;
import io.verbus.latency.meter.Account;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.worker.ControlLine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Readers of one stream, as many as the order to await requests. Each has a thread; these share cores and yield. */
final class FanoutReaders extends MeasuringSide {
    private final List<Reader> readers = new ArrayList<>();

    FanoutReaders(final Bench bench) {
        super(bench, Orders.FAR_CORE);
    }

    @Override
    void await(final ControlLine order) {
        final int count = (int) order.number(Orders.READERS);
        final List<Reader> more = new ArrayList<>();
        while (readers.size() + more.size() < count) {
            more.add(Reader.of(bench(), readers.size() + more.size()));
        }
        readers.addAll(more);
        all(more, drain -> {
            drain.await(order);
            return ControlLine.of(Orders.DONE);
        });
    }

    @Override
    ControlLine measure(final ControlLine order) {
        final Account account = new Account();
        account.open();
        final List<ControlLine> answers = all(readers, drain -> drain.measure(order));
        account.close();
        final ControlLine first = answers.getFirst();
        return account.line()
                .with(Orders.RECEIVED, sum(answers, Orders.RECEIVED))
                .with(Orders.MISSED, sum(answers, Orders.MISSED))
                .with(Orders.TIMED, first.number(Orders.TIMED))
                .with(Orders.NS, first.number(Orders.NS));
    }

    private static long sum(final List<ControlLine> answers, final String word) {
        return answers.stream().mapToLong(answer -> answer.number(word)).sum();
    }

    /** All at once, each on its own thread: a subscription belongs to the thread that polled it first. */
    private static List<ControlLine> all(final List<Reader> readers, final Function<Drain, ControlLine> work) {
        final List<Future<ControlLine>> later = readers.stream()
                .map(reader -> reader.thread.submit(() -> work.apply(reader.drain))).toList();
        final List<ControlLine> answers = new ArrayList<>();
        for (final Future<ControlLine> answer : later) {
            try {
                answers.add(answer.get());
            } catch (final ExecutionException e) {
                throw new BusException("a reader failed: " + e.getCause().getMessage(), e);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BusException("interrupted", e);
            }
        }
        return answers;
    }

    @Override
    public void close() {
        readers.forEach(reader -> reader.thread.shutdownNow());
        super.close();
    }

    private record Reader(Drain drain, ExecutorService thread) {
        static Reader of(final Bench bench, final int number) {
            return new Reader(new Drain(bench, MeasuredPoint.FAN_OUT), Executors
                    .newSingleThreadExecutor(Thread.ofPlatform().name("reader-" + number).daemon().factory()));
        }
    }
}
