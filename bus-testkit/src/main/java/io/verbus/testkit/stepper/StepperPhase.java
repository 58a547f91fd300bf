package io.verbus.testkit.stepper;

/** A part of a history with its own step frequencies. */
enum StepperPhase {
    EVEN(new Weights(30, 30, 15, 10, 4, 2), 2, 10), RUNAWAY(new Weights(80, 5, 8, 4, 1, 1), 6, 2), NO_READER_POLLS(
            new Weights(60, 0, 20, 20, 1, 1), 4, 5), CATCH_UP(new Weights(5, 70, 15, 8, 2, 1), 1, 10), COMING_AND_GOING(
                    new Weights(15, 20, 20, 10, 25, 10), 2, 100), STORM(new Weights(20, 20, 15, 20, 5, 20), 3, 20);

    private final Weights weights;
    private final int burst;
    private final int closesPerMille;

    /** The probability of each kind of step. */
    private record Weights(int publish, int poll, int dutyCycle, int time, int churn, int fault) {}

    StepperPhase(final Weights weights, final int burst, final int closesPerMille) {
        this.weights = weights;
        this.burst = burst;
        this.closesPerMille = closesPerMille;
    }

    /** In the order of {@link StepperHistory.Move}. */
    int[] weights() {
        return new int[]{weights.publish, weights.poll, weights.dutyCycle, weights.time, weights.churn, weights.fault};
    }

    /** The maximum number of messages offered in one step. */
    int burst() {
        return burst;
    }

    int closesPerMille() {
        return closesPerMille;
    }
}
