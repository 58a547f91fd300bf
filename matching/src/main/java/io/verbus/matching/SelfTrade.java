package io.verbus.matching;

/** The treatment of an incoming order that meets a resting order of its own seat. */
public enum SelfTrade {
    /** They trade. */
    ALLOW,
    /** The open quantity of the incoming order is cancelled. */
    INCOMING,
    /** The resting order is cancelled, and matching continues. */
    RESTING,
    /** Both are cancelled, the resting order first. */
    BOTH
}
