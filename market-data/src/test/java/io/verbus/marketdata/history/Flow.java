package io.verbus.marketdata.history;

import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.RestingOrders;
import io.verbus.marketdata.generator.ItchGenerator;
import io.verbus.marketdata.generator.SessionShape;
import io.verbus.marketdata.itch.ItchNormaliser;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.agrona.concurrent.UnsafeBuffer;

/** The messages of a generated day, as a feed publishes them. */
final class Flow {
    private final List<UnsafeBuffer> messages = new ArrayList<>();

    /** Generates a day; the same shape gives the same messages. */
    Flow(final SessionShape shape) {
        final ItchNormaliser normaliser = new ItchNormaliser(0);
        ItchGenerator.generate(shape, (buffer, offset, length) -> {
            final UnsafeBuffer message = new UnsafeBuffer(
                    new byte[ItchNormaliser.length(buffer, offset)]);
            normaliser.normalise(buffer, offset, message, 0);
            messages.add(message);
        });
    }

    List<UnsafeBuffer> messages() {
        return messages;
    }

    /** The books after all messages. */
    Books books() {
        return books(messages.size());
    }

    /** The books after a number of messages. */
    Books books(final int count) {
        final Books books = new Books(8);
        final BookUpdater updater = new BookUpdater(books);
        messages.subList(0, count).forEach(message -> updater.apply(message, 0, message.capacity()));
        return books;
    }

    /** All resting orders and refusal counts. Two books with equal results behave the same on all further messages. */
    static TreeSet<String> orders(final Books books) {
        final RestingOrders orders = new RestingOrders();
        orders.copy(books);
        final TreeSet<String> lines = new TreeSet<>();
        for (int i = 0; i < orders.size(); i++) {
            lines.add(orders.reference(i) + " of " + orders.instrument(i) + " side " + orders.side(i) + " at "
                    + orders.price(i) + ": " + orders.shares(i));
        }
        lines.add("levels " + books.priceLevels() + " unknown " + books.refusals().unknownReference() + " duplicate "
                + books.refusals().duplicateReference() + " surplus " + books.refusals().moreThanResting());
        return lines;
    }
}
