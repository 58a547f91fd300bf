package io.verbus.matching.script;

import io.verbus.matching.Engine;
import java.util.List;

/** The lines of a script that are not inputs: instruments and seats. A line is applied as a whole or not at all. */
final class ScriptSettings {
    private final Engine engine;
    private final Names names;
    private final EngineSettings settings;

    ScriptSettings(final Engine engine, final Names names) {
        this.engine = engine;
        this.names = names;
        settings = new EngineSettings(engine);
    }

    void instrument(final Tokens line) {
        final InstrumentLine parsed = InstrumentLine.parse(line);
        final boolean isNew = names.instrument(parsed.symbol) == Names.UNKNOWN;
        if (!isNew && parsed.hasTerms) {
            throw line.invalid(parsed.symbol + " is already defined: only its collar can change");
        }
        if (isNew) {
            final int number = parsed.number(names, line);
            engine.defineInstrument(number, parsed.tick, parsed.lot, parsed.reference);
            names.define(parsed.symbol, number, parsed.decimals);
        }
        if (parsed.hasCollar) {
            settings.setCollar(names.instrument(parsed.symbol), parsed.collar);
        }
    }

    void seat(final Tokens line) {
        line.form(Form.SEAT);
        final SeatLine parsed = SeatLine.parse(line, names, List.of());
        parsed.applyTo(names.seat(parsed.name, line), settings);
    }
}
