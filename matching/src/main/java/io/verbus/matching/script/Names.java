package io.verbus.matching.script;

import io.verbus.matching.Engine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The seats and instruments of a script by name. Seats are numbered in order of their first line. */
final class Names {
    /** Number of a symbol without an instrument; the engine refuses it. */
    static final int UNKNOWN = -1;

    private static final int DEFAULT_DECIMALS = 4;
    private static final Set<String> KEYWORDS = Set.of("instrument", "seat", "halt", "resume", "kill", "revive",
            "end-day", "time", "all");

    /** A symbol and the decimals of its tick. */
    private record Listing(String symbol, int decimals) {}

    private final List<String> seats = new ArrayList<>();
    private final Map<String, Integer> seatNumbers = new HashMap<>();
    private final Map<String, Integer> instruments = new HashMap<>();
    private final Map<Integer, Listing> listings = new HashMap<>();

    /** The number of a seat; a new name gets the next one. */
    int seat(final String name, final Tokens tokens) {
        requireSeat(name, tokens);
        final Integer known = seatNumbers.putIfAbsent(name, seats.size());
        if (known != null) {
            return known;
        }
        seats.add(name);
        return seats.size() - 1;
    }

    boolean hasSeat(final String name) {
        return seatNumbers.containsKey(name);
    }

    /** Fails unless a name is, or can become, that of a seat. */
    void requireSeat(final String name, final Tokens tokens) {
        if (KEYWORDS.contains(name)) {
            throw tokens.invalid("\"" + name + "\" is not the name of a seat");
        }
        if (seats.size() > Engine.MAX_SEAT && !seatNumbers.containsKey(name)) {
            throw tokens.invalid("there are more than " + seats.size() + " seats");
        }
    }

    String seat(final int number) {
        return seats.get(number);
    }

    /** The number of an instrument, or {@link #UNKNOWN}. */
    int instrument(final String symbol) {
        return instruments.getOrDefault(symbol, UNKNOWN);
    }

    /** Whether an instrument has this number. */
    boolean isUsed(final int number) {
        return listings.containsKey(number);
    }

    /** The lowest unused number from 1. */
    int unused() {
        int number = listings.size() + 1;
        while (number > 1 && !isUsed(number - 1)) {
            number--;
        }
        while (isUsed(number)) {
            number++;
        }
        return number;
    }

    void define(final String symbol, final int number, final int decimals) {
        instruments.put(symbol, number);
        listings.put(number, new Listing(symbol, decimals));
    }

    /** The symbol, or the number of an instrument that is not defined. */
    String symbol(final int instrument) {
        final Listing listing = listings.get(instrument);
        return listing == null ? "#" + instrument : listing.symbol();
    }

    /** The decimals of the tick, or those of the price unit of market data if the instrument is not defined. */
    int decimals(final int instrument) {
        final Listing listing = listings.get(instrument);
        return listing == null ? DEFAULT_DECIMALS : listing.decimals();
    }
}
