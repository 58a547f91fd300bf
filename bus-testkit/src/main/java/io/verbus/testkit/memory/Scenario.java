package io.verbus.testkit.memory;

/** The subject of an exploration: a stage and the scripts of its actors. A new object for each interleaving. */
public interface Scenario {
    /**
     * Sets the stage, alone and in order, and adds the actors.
     *
     * @param interleaving that will run
     */
    void stage(Interleaving interleaving);

    /**
     * The outcome, when all actors are done.
     *
     * @return one of the outcomes that the test knows, in words
     * @throws AssertionError if the outcome is a failure
     */
    String outcome();
}
