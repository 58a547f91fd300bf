package io.verbus.testkit.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.verbus.testkit.model.HandshakeModel.State;
import io.verbus.testkit.model.HandshakeModel.Transition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches the model of the handshake exhaustively, with the constants of its configuration file. */
class HandshakeModelTest {
    private static final Path CONFIGURATION = Path.of("docs/internals/model/Handshake.cfg");
    private static final String CASES = """
            1 | 1 | 3 | 1
            1 | 3 | 7 | 3
            2 | 1 | 3 | 1
            2 | 3 | 5 | 1
            3 | 1 | 2 | 1""";

    private final Properties constants = new Properties();

    /** The search of one invariant, in the order of the number of steps. */
    private static final class Search {
        private final Map<State, Transition> cameBy = new HashMap<>();
        private final Map<State, State> cameFrom = new HashMap<>();

        /** Returns the actions of the shortest counter-example; null if there is none. */
        List<String> run(final HandshakeModel model, final BiPredicate<HandshakeModel, State> invariant) {
            final ArrayDeque<State> open = new ArrayDeque<>(List.of(model.initial()));
            cameFrom.put(model.initial(), null);
            while (!open.isEmpty()) {
                final State state = open.remove();
                if (!invariant.test(model, state)) {
                    return actions(state);
                }
                for (final Transition step : model.next(state)) {
                    if (!cameFrom.containsKey(step.to())) {
                        cameFrom.put(step.to(), state);
                        cameBy.put(step.to(), step);
                        open.add(step.to());
                    }
                }
            }
            return null;
        }

        private List<String> actions(final State last) {
            final LinkedList<String> actions = new LinkedList<>();
            for (State state = last; cameFrom.get(state) != null; state = cameFrom.get(state)) {
                actions.addFirst(cameBy.get(state).action());
            }
            return actions;
        }
    }

    @BeforeEach
    void readConstants() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(CONFIGURATION))) {
            folder = folder.getParent();
            assertNotNull(folder, "no folder above this one contains " + CONFIGURATION);
        }
        for (final String line : Files.readAllLines(folder.resolve(CONFIGURATION))) {
            final String[] constant = line.trim().split(" = ");
            if (constant.length == 2) {
                constants.setProperty(constant[0], constant[1]);
            }
        }
    }

    private int number(final String name) {
        return Integer.parseInt(constants.getProperty(name));
    }

    private boolean flag(final String name) {
        return constants.getProperty(name).equals("TRUE");
    }

    private HandshakeModel model(final boolean holdsAtOffer, final boolean choosesAgain) {
        return new HandshakeModel(constants.getProperty("Peers").split(",").length, number("Capacity"),
                number("LastPosition"), number("Lives"), number("HandshakeTimeout"), number("ProgressTimeout"),
                number("UnjoinedDelay"), holdsAtOffer, choosesAgain);
    }

    /** The number of states is that of an independent search, so both have the same transitions. */
    @Test
    void invariantsHoldInEveryState() {
        final Search search = new Search();
        assertEquals(null,
                search.run(model(flag("HoldsAtOffer"), flag("ChoosesAgain")), HandshakeModelTest::areAllTrue));
        assertEquals(72_647, search.cameFrom.size());
    }

    private static boolean areAllTrue(final HandshakeModel model, final State state) {
        return HandshakeModel.invariants().values().stream().allMatch(invariant -> invariant.test(model, state));
    }

    /** Other constants are other interleavings: a longer log, more lives, three peers. */
    @Test
    void invariantsHoldWithOtherConstants() {
        CASES.lines().forEach(line -> {
            final int[] values = List.of(line.split(" \\| ")).stream().mapToInt(Integer::parseInt).toArray();
            final HandshakeModel model = new HandshakeModel(values[0], values[1], values[2], values[3],
                    number("HandshakeTimeout"), number("ProgressTimeout"), 0, false, true);
            assertEquals(null, new Search().run(model, HandshakeModelTest::areAllTrue), model::toString);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "true | true | OnlyJoinedHold | 2", "true | true | UnjoinedDelaysAreBounded | 5",
            "false | false | NothingIsLost | 7"})
    void plantedErrorIsFound(final boolean holdsAtOffer, final boolean choosesAgain, final String invariant,
            final int steps) {
        final List<String> found = new Search().run(model(holdsAtOffer, choosesAgain),
                HandshakeModel.invariants().get(invariant));
        assertNotNull(found, invariant);
        assertEquals(steps, found.size(), found::toString);
    }

    /** Each planted error breaks no other invariant, so the invariants are not redundant. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"true | true | NothingIsLost", "false | false | OnlyJoinedHold",
            "false | false | UnjoinedDelaysAreBounded"})
    void plantedErrorBreaksOnlyItsInvariants(final boolean holdsAtOffer, final boolean choosesAgain,
            final String invariant) {
        assertEquals(null,
                new Search().run(model(holdsAtOffer, choosesAgain), HandshakeModel.invariants().get(invariant)));
    }
}
