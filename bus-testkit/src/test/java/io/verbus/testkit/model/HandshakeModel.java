package io.verbus.testkit.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;

/**
 * The transition system of {@code docs/internals/model/Handshake.tla}: the same names, one method for each action.
 *
 * @param peers number of subscriptions
 * @param capacity frames in the log
 * @param lastPosition bound of the model
 * @param lives how often a peer connects, at most
 * @param handshakeTimeout in ticks
 * @param progressTimeout in ticks
 * @param unjoinedDelay ticks that a peer may delay a claim before it has joined
 * @param holdsAtOffer planted error: the log is held before the image exists
 * @param choosesAgain false is a planted error: the offered position is not checked again
 */
record HandshakeModel(int peers, int capacity, int lastPosition, int lives, int handshakeTimeout, int progressTimeout,
        int unjoinedDelay, boolean holdsAtOffer, boolean choosesAgain) {
    /** The state of a peer, as the publisher sees it. */
    enum Step {
        GONE, ASKED, OFFERED, NAMED, JOINED
    }

    /** The variables of one peer. */
    record Peer(Step step, boolean runs, int offered, int held, int age, int still, int delayed, int lives) {
        boolean isInHandshake() {
            return step != Step.GONE && step != Step.JOINED;
        }

        Peer in(final Step next) {
            return new Peer(next, runs, offered, held, age, still, delayed, lives);
        }

        Peer running(final boolean now) {
            return new Peer(step, now, offered, held, age, still, delayed, lives);
        }

        Peer holding(final int position) {
            return new Peer(step, runs, offered, position, age, still, delayed, lives);
        }
    }

    /** All variables. */
    record State(int end, List<Peer> peers) {}

    /** A step of the system. */
    record Transition(String action, State to) {}

    /** {@return the invariants, by name} */
    static Map<String, BiPredicate<HandshakeModel, State>> invariants() {
        return Map.of(
                "UnjoinedDelaysAreBounded",
                (model, state) -> state.peers.stream().allMatch(peer -> peer.delayed <= model.unjoinedDelay),
                "StillnessIsBounded",
                (model, state) -> state.peers.stream().allMatch(peer -> peer.still <= model.progressTimeout),
                "NothingIsLost",
                (model, state) -> state.peers.stream()
                        .allMatch(peer -> peer.step != Step.JOINED || peer.held >= model.oldest(state)),
                "OnlyJoinedHold",
                (model, state) -> state.peers.stream()
                        .allMatch(peer -> peer.held == model.none() || peer.step == Step.JOINED));
    }

    State initial() {
        final Peer peer = new Peer(Step.GONE, false, 0, none(), 0, 0, 0, lives);
        return new State(0, Collections.nCopies(peers, peer));
    }

    List<Transition> next(final State state) {
        final List<Transition> next = new ArrayList<>();
        publish(state, next);
        tick(state, next);
        for (int i = 0; i < peers; i++) {
            final Peer peer = state.peers.get(i);
            ask(state, i, peer, next);
            offer(state, i, peer, next);
            name(state, i, peer, next);
            join(state, i, peer, next);
            read(state, i, peer, next);
            stop(state, i, peer, next);
        }
        return next;
    }

    private int none() {
        return lastPosition + 1;
    }

    private int oldest(final State state) {
        return Math.max(0, state.end - capacity);
    }

    private boolean blocks(final State state, final Peer peer) {
        return peer.held < state.end + 1 - capacity;
    }

    private void publish(final State state, final List<Transition> next) {
        if (state.end < lastPosition && state.peers.stream().noneMatch(peer -> blocks(state, peer))) {
            next.add(new Transition("Publish", new State(state.end + 1, state.peers)));
        }
    }

    private void ask(final State state, final int i, final Peer peer, final List<Transition> next) {
        if (peer.step == Step.GONE && peer.lives > 0) {
            next.add(change("Ask", state, i, old -> new Peer(Step.ASKED, true, old.offered, old.held, 0, old.still,
                    old.delayed, old.lives - 1)));
        }
    }

    private void offer(final State state, final int i, final Peer peer, final List<Transition> next) {
        if (peer.step == Step.ASKED) {
            final int held = holdsAtOffer ? oldest(state) : peer.held;
            next.add(change("Offer", state, i, old -> new Peer(Step.OFFERED, old.runs, oldest(state), held, old.age,
                    old.still, old.delayed, old.lives)));
        }
    }

    private void name(final State state, final int i, final Peer peer, final List<Transition> next) {
        if (peer.step == Step.OFFERED && peer.runs) {
            next.add(change("Name", state, i, old -> old.in(Step.NAMED)));
        }
    }

    private void join(final State state, final int i, final Peer peer, final List<Transition> next) {
        if (peer.step == Step.NAMED) {
            final int held = choosesAgain ? Math.max(peer.offered, oldest(state)) : peer.offered;
            next.add(change("Join", state, i, old -> new Peer(Step.JOINED, old.runs, old.offered, held, old.age, 0,
                    old.delayed, old.lives)));
        }
    }

    private void read(final State state, final int i, final Peer peer, final List<Transition> next) {
        if (peer.step == Step.JOINED && peer.runs && peer.held < state.end) {
            next.add(change("Read", state, i, old -> new Peer(old.step, old.runs, old.offered, old.held + 1, old.age, 0,
                    old.delayed, old.lives)));
        }
    }

    private void stop(final State state, final int i, final Peer peer, final List<Transition> next) {
        if (peer.runs) {
            next.add(change("Stop", state, i, old -> old.running(false)));
        }
    }

    private void tick(final State state, final List<Transition> next) {
        if (state.peers.stream().anyMatch(peer -> peer.isInHandshake() || blocks(state, peer))) {
            next.add(new Transition("Tick",
                    new State(state.end, state.peers.stream().map(peer -> ticked(state, peer)).toList())));
        }
    }

    private Peer ticked(final State state, final Peer peer) {
        final boolean blocks = blocks(state, peer);
        final boolean isLate = peer.isInHandshake() && peer.age + 1 >= handshakeTimeout;
        final boolean isStuck = peer.step == Step.JOINED && blocks && peer.still + 1 >= progressTimeout;
        final Peer older = new Peer(peer.step, peer.runs, peer.offered, peer.held,
                peer.age + (peer.isInHandshake() ? 1 : 0),
                peer.still + (peer.step == Step.JOINED && blocks ? 1 : 0),
                peer.delayed + (peer.isInHandshake() && blocks ? 1 : 0), peer.lives);
        return isLate || isStuck ? older.in(Step.GONE).holding(none()).running(false) : older;
    }

    private static Transition change(final String action, final State state, final int i,
            final UnaryOperator<Peer> change) {
        final List<Peer> changed = new ArrayList<>(state.peers);
        changed.set(i, change.apply(changed.get(i)));
        return new Transition(action + "(" + i + ")", new State(state.end, List.copyOf(changed)));
    }
}
