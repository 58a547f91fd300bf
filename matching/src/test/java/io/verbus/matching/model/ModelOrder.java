package io.verbus.matching.model;

import java.math.BigInteger;

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

    boolean meets(final ModelOrder other) {
        return other.instrument == instrument && other.buys != buys
                && (buys ? other.price <= price : other.price >= price);
    }

    BigInteger notional() {
        return BigInteger.valueOf(price).multiply(BigInteger.valueOf(open));
    }

    /** The order that replaces this one, without a number. */
    ModelOrder replacedBy(final ModelInput in) {
        final ModelOrder order = new ModelOrder();
        order.seat = seat;
        order.id = in.newId();
        order.instrument = instrument;
        order.buys = buys;
        order.duration = duration;
        order.postOnly = postOnly;
        order.price = in.price();
        order.open = in.quantity();
        return order;
    }
}
