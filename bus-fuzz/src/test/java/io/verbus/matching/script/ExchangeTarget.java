package io.verbus.matching.script;

import static io.verbus.fuzz.Checks.check;

import io.verbus.fuzz.Target;
import io.verbus.matching.BookEvents;
import io.verbus.matching.Engine;
import io.verbus.matching.EngineCapacity;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An arbitrary exchange file, and its lines as changes of limits. A file is refused with a line and a remedy, or an
 * engine accepts all of it; so is each change.
 *
 * <p>Input: the text of the file.
 */
public final class ExchangeTarget implements Target {
    private static final int MAX_MESSAGE_LENGTH = 500;
    private static final long PRICE_UNIT = 100;
    private static final String EXAMPLE = """
            # an exchange
            instrument XYZ id=3 tick=0.05 lot=10 reference=9.95 collar=10%
            instruments itch=day.gz
            seat A secret-file=a.key quantity=5 notional=100 open=3 open-notional=7 position=2 rate=10/s over-rate=wait
            seat B secret-file=b.key operator=yes self-trade=both disconnect=cancel collar=5% rate=none
            """;

    public ExchangeTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] bytes) {
        final List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        final Engine engine = engine();
        try {
            final ExchangeFile exchange = ExchangeFile.read(lines,
                    (line, file) -> List.of(new ListedInstrument(7, "BRK.A", PRICE_UNIT, 4, 1, 0, Long.MAX_VALUE)));
            checkNames(exchange.instruments(), exchange.seats());
            exchange.instruments().forEach(
                    one -> engine.defineInstrument(one.number(), one.tick(), one.lot(), one.reference()));
            exchange.applySeats(new EngineSettings(engine));
        } catch (final ScriptException e) {
            checkMessage(e.getMessage());
        }
        changeLimits(lines);
    }

    private static void changeLimits(final List<String> lines) {
        final Engine engine = engine();
        engine.defineInstrument(1, 1, 1, 0);
        final LimitLines limits = new LimitLines(name -> name.equals("A") ? 0 : LimitLines.NOT_FOUND,
                symbol -> symbol.equals("XYZ") ? 1 : LimitLines.NOT_FOUND, new EngineSettings(engine));
        for (final String line : lines) {
            final long hash = engine.hash();
            try {
                limits.run(line);
            } catch (final ScriptException e) {
                checkMessage(e.getMessage());
                check(engine.hash() == hash, "a refused line changes limits");
            }
        }
    }

    private static void checkNames(final List<ListedInstrument> instruments, final List<ListedSeat> seats) {
        final List<Object> names = new ArrayList<>();
        for (final ListedInstrument one : instruments) {
            check(one.tick() % PRICE_UNIT == 0 && one.number() >= 1, "instrument " + one);
            check(!names.contains(one.number()) && !names.contains(one.symbol()), "twice " + one);
            names.add(one.number());
            names.add(one.symbol());
        }
        for (int i = 0; i < seats.size(); i++) {
            check(seats.get(i).number() == i && !seats.get(i).secretFile().isEmpty(),
                    "seat " + seats.get(i));
        }
    }

    private static Engine engine() {
        return new Engine(new EngineCapacity(16, 16, 16), 0, new ReportLines(new Names(), line -> {}),
                BookEvents.IGNORED);
    }

    private static void checkMessage(final String message) {
        check(message.matches("line [0-9]+: .+: (use|add) .+"), message);
        check(message.length() < MAX_MESSAGE_LENGTH, "long: " + message);
        check(message.codePoints().noneMatch(Character::isISOControl), "control characters in: " + message);
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(EXAMPLE.getBytes(StandardCharsets.UTF_8));
    }
}
