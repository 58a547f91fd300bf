package io.verbus.matching;

/** Checks settings; they come from the program, so a wrong one is an exception. */
final class SettingChecks {
    private SettingChecks() {
    }

    static void define(final EngineState state, final int instrument, final long tick, final long lot,
            final long reference) {
        inRange("instrument", instrument, 0, Engine.MAX_INSTRUMENT);
        inRange("tick", tick, 1, Long.MAX_VALUE);
        inRange("lot", lot, 1, Long.MAX_VALUE);
        inRange("reference price", reference, 0, Long.MAX_VALUE);
        if (state.instruments.get(instrument) != null) {
            throw new IllegalArgumentException("instrument " + instrument + " is already defined: use another number");
        }
        state.instruments.add(new InstrumentState(instrument, tick, lot, reference));
    }

    static void collar(final EngineState state, final int instrument, final long millionths) {
        final InstrumentState one = state.instruments.get(instrument);
        if (one == null) {
            throw new IllegalArgumentException("no instrument " + instrument + ": define it first");
        }
        one.collar = inRange("collar", millionths, 0, Long.MAX_VALUE);
    }

    static SeatState seat(final EngineState state, final int seat) {
        return state.seats.make(inRange("seat", seat, 0, Engine.MAX_SEAT));
    }

    static int inRange(final String name, final int value, final int least, final int most) {
        return (int) inRange(name, (long) value, least, most);
    }

    static long inRange(final String name, final long value, final long least, final long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " " + value + " is not from " + least + " to " + most);
        }
        return value;
    }
}
