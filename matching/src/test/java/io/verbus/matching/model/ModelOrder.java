package io.verbus.matching.model;

/** An order of the model. */
final class ModelOrder {
    long number;
    int seat;
    long id;
    int instrument;
    boolean buys;
    String duration;
    boolean market;
    boolean postOnly;
    long price;
    long open;
}
