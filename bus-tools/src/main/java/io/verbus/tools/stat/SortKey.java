package io.verbus.tools.stat;

import io.verbus.internal.config.NearestName;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Orders of the tables. Numbers begin with the highest, texts with A. */
enum SortKey {
    STREAM, NAME, PID, STATE, LAG, BYTES, TIME, RATE, GAPS;

    static final List<String> WORDS = Arrays.stream(values()).map(SortKey::word).toList();

    /** The word for a person. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The subscriptions in this order; equal ones stay in the order of streams. */
    List<SubscriptionStat> subscriptions(final StatView view) {
        final Comparator<SubscriptionStat> order = switch (this) {
            case STREAM -> Comparator.comparing(SubscriptionStat::stream);
            case NAME -> Comparator.comparing(SubscriptionStat::name);
            case PID -> Comparator.comparingLong(SubscriptionStat::pid);
            case STATE -> Comparator.comparing(one -> view.states(one).getFirst());
            case LAG -> highest(one -> one.read() == null ? -1 : overwrittenFirst(one.read().lagMessages(), one));
            case BYTES -> highest(one -> one.read() == null ? -1 : one.read().lagBytes());
            case TIME -> highest(one -> one.read() == null ? -1 : overwrittenFirst(one.read().lagNs(), one));
            case RATE -> highest(view::messagesPerSecond);
            case GAPS -> highest(one -> one.counts() == null ? -1 : one.counts().gaps());
        };
        return view.now().subscriptions().stream().sorted(order).toList();
    }

    /** The publications in this order; by stream if it has no meaning for them. */
    List<PublicationStat> publications(final StatView view) {
        final Comparator<PublicationStat> order = switch (this) {
            case NAME -> Comparator.comparing(PublicationStat::publisher);
            case PID -> Comparator.comparingLong(PublicationStat::pid);
            case STATE -> Comparator.comparing(view::state);
            case RATE -> highest(view::messagesPerSecond);
            default -> Comparator.comparing(PublicationStat::stream);
        };
        return view.now().publications().stream().sorted(order).toList();
    }

    private static <T> Comparator<T> highest(final ToLongFunction<T> value) {
        return Comparator.comparingLong(value).reversed();
    }

    /** A lapped subscription has the highest lag; it is unknown because the message is overwritten. */
    private static long overwrittenFirst(final long value, final SubscriptionStat one) {
        return one.read().overwritten() ? Long.MAX_VALUE : value;
    }

    /** Parses a key. */
    static final class Converter implements ITypeConverter<SortKey> {
        @Override
        public SortKey convert(final String text) {
            return Arrays.stream(values()).filter(key -> key.word().equals(text.toLowerCase(Locale.ROOT))).findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + text + "' is not a sort key: "
                            + NearestName.of(text.toLowerCase(Locale.ROOT), WORDS)
                                    .map(key -> "did you mean " + key + "? The keys are ").orElse("the keys are ")
                            + String.join(", ", WORDS)));
        }
    }
}
