package io.verbus.tools.stat;

import static io.verbus.tools.Texts.count;
import static io.verbus.tools.Texts.hex;
import static io.verbus.tools.Texts.printable;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A row of {@code ./bus stat} in sentences: its state, how long it lasts, and which process holds up which. */
final class StatExplanation {
    private final StatView view;
    private final SubscriptionNames names;

    StatExplanation(final StatView view) {
        this.view = view;
        this.names = new SubscriptionNames(view.now());
    }

    /**
     * Explains a row.
     *
     * @param row of the view
     * @param lasting time that its states last, such as "for at least 12s"
     * @return sentences, the most important ones first
     */
    List<String> of(final StatRow row, final String lasting) {
        return switch (row) {
            case PublicationStat one -> publication(one, lasting);
            case SubscriptionStat one -> subscription(one, lasting);
        };
    }

    private List<String> publication(final PublicationStat one, final String lasting) {
        final List<SubscriptionStat> readers = view.now().subscriptions().stream()
                .filter(reader -> reader.read() != null && reader.read().session() == one.session()).toList();
        final List<SubscriptionStat> blocking = readers.stream()
                .filter(reader -> view.states(reader).contains(SubscriptionState.BLOCKS)).toList();
        final List<String> sentences = new ArrayList<>();
        sentences.add(publisher(one) + " publishes " + printable(one.stream()) + " as session " + hex(one.session())
                + ": " + view.state(one).word() + " " + lasting + ".");
        sentences.add(switch (view.state(one)) {
            case OPEN -> "It writes freely: no subscription blocks its claims.";
            case BLOCKED -> "Its claims are refused until " + list(blocking) + " consumes messages.";
            case STALLED -> one.process().isSilent()
                    ? "Its process does not run: it is stopped, or other processes have its cores."
                    : "Its publishing thread has not called the bus for " + ShortNumbers.duration(one.threadSilentNs())
                            + ".";
            case CLOSED -> "It is closed. Its log stays until its readers have read it.";
            case GONE -> "Its process has ended without closing it. Readers read the rest of the log.";
        });
        sentences.add(readers.isEmpty() ? "No subscription reads it." : "It is read by " + list(readers) + ".");
        sentences.addAll(StatNotes.of(one, view).lines().toList());
        return sentences;
    }

    private List<String> subscription(final SubscriptionStat one, final String lasting) {
        final List<String> sentences = new ArrayList<>();
        sentences.add(name(one) + " reads " + printable(one.stream()) + from(one)
                + (one.policy() == null ? "" : " under " + one.policy()) + ": " + view.states(one).stream()
                        .map(SubscriptionState::word).collect(Collectors.joining(", "))
                + " " + lasting + ".");
        view.states(one).forEach(state -> sentences.add(sentence(state, one)));
        view.publicationOf(one).filter(from -> from.backPressureOf(one.id()) != null).ifPresent(from -> {
            final PublicationStat.BackPressure caused = from.backPressureOf(one.id());
            sentences.add("It has held up " + publisher(from) + " for " + ShortNumbers.duration(caused.ns())
                    + " in total: " + count(caused.claims(), "claim") + " refused.");
        });
        if (one.counts() != null && one.counts().gaps() > 0) {
            sentences.add("It has seen " + count(one.counts().gaps(), "gap") + ": "
                    + count(one.counts().missed(), "message") + " lost, " + count(one.counts().filled(), "message")
                    + " filled.");
        }
        sentences.addAll(StatNotes.of(one).lines().toList());
        return sentences;
    }

    private String sentence(final SubscriptionState state, final SubscriptionStat one) {
        return switch (state) {
            case GONE -> "Its process has ended without closing it.";
            case STALLED -> one.silent()
                    ? "Its process does not run: it is stopped, or other processes have its cores."
                    : "It has unread messages and consumes none: its thread does not poll, or its handler takes long.";
            case LAPPED -> one.read() != null && one.read().overwritten()
                    ? "The publisher has overwritten messages that it has not read: they are a gap at its next poll."
                    : "It has lost messages since the last line: the publisher overwrote them before they were read.";
            case BLOCKS -> "The log is full of messages that it has not read, so it holds up the claims of "
                    + view.publicationOf(one).map(this::publisher).orElse("the publisher") + ".";
            case READING -> !one.hasUnread()
                    ? "It has consumed all messages."
                    : "It consumes messages" + (one.read().lagNs() < 0
                            ? "."
                            : "; the next one is " + ShortNumbers.duration(one.read().lagNs()) + " old.");
            case WAITING -> one.read() == null
                    ? "No session of this stream exists here."
                    : "It has read all that has arrived, and is not connected to the publisher's host.";
        };
    }

    private String publisher(final PublicationStat one) {
        return printable(one.publisher()) + " (" + one.pid() + ")";
    }

    private String from(final SubscriptionStat one) {
        return view.publicationOf(one).map(from -> " of " + publisher(from)).orElse(one.read() == null
                ? ""
                : " of " + printable(SubscriptionNames.hostOnly(one.read().publisherHost())));
    }

    private String name(final SubscriptionStat one) {
        return names.withHost(one) + " (" + one.pid() + ")";
    }

    private String list(final List<SubscriptionStat> readers) {
        return readers.stream().map(this::name).collect(Collectors.joining(", "));
    }
}
