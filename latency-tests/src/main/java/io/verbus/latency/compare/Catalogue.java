package io.verbus.latency.compare;

import io.verbus.BusException;
import io.verbus.latency.measure.SubjectKind;
import io.verbus.latency.result.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** All subjects by name: whether each can do a task here, and if so, ready for it. */
public final class Catalogue {
    private Catalogue() {
    }

    /** {@return names of all subjects, the bus and what it is measured against first} */
    public static List<String> names() {
        final List<String> names = new ArrayList<>(
                Arrays.stream(SubjectKind.values()).map(SubjectKind::label).toList());
        names.add(1, RingContestant.NAME);
        return names;
    }

    /** Why a subject can't do a task here; nothing if it can. */
    static Optional<String> objection(final String name, final Task task, final Plan plan) {
        if (name.equals(RingContestant.NAME)) {
            return task.mode().equals(Point.FAN_OUT)
                    ? Optional.of("the C ring has one reader")
                    : RingProgram.find(plan).isPresent()
                            ? Optional.empty()
                            : Optional.of("native/perf was not built: it takes gcc and cmake");
        }
        final SubjectKind kind = SubjectKind.find(name)
                .orElseThrow(() -> new BusException("there is no subject " + name + ": " + String.join(", ", names())));
        if (!kind.isPresent()) {
            return Optional.of("its library is not on the class path: ./bus perf puts it there");
        }
        return task.mode().equals(Point.FAN_OUT) && !kind.canFanOut()
                ? Optional.of("it is not measured with several readers")
                : Optional.empty();
    }

    static Contestant start(final String name, final Task task, final Plan plan) {
        return name.equals(RingContestant.NAME)
                ? new RingContestant(RingProgram.find(plan).orElseThrow(), task, plan)
                : JavaContestant.start(SubjectKind.find(name).orElseThrow(), task, plan);
    }
}
