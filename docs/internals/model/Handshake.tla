------------------------------ MODULE Handshake ------------------------------
(* Offer, image, credit and eviction between a publisher and BLOCK             *)
(* subscriptions on other hosts, any of which stops at any step and comes      *)
(* again. Positions count frames; the log holds Capacity of them. A tick is a  *)
(* duty cycle of the publisher, which always wants to publish one frame more.  *)
(*                                                                             *)
(*   gone --Ask--> asked --Offer--> offered --Name--> named --Join--> joined   *)
(*     ^             |                 |                |                |     *)
(*     '-- handshake time-out ---------+----------------'     eviction --'     *)
(*                                                                             *)
(* One step here is one call in io.verbus.internal.publisher: Offer and Join   *)
(* are RemoteReaders.offer and joined. That the publisher's thread claims in   *)
(* the middle of Join is the subject of the memory-order explorer.             *)
EXTENDS Integers

CONSTANTS
    Peers,             \* subscriptions, honest and not
    Capacity,          \* frames in the log
    LastPosition,      \* bounds the model
    Lives,             \* how often a peer connects, at most
    HandshakeTimeout,  \* ticks
    ProgressTimeout,   \* ticks
    UnjoinedDelay,     \* ticks that a peer may delay a claim before it joins
    HoldsAtOffer,      \* planted error: the log is held before the image
    ChoosesAgain       \* FALSE is a planted error: the offer is never checked

VARIABLES
    end,      \* the position of the publisher
    step,     \* of each peer, as the publisher sees it
    runs,     \* whether the peer still takes steps
    offered,  \* the position of its offer
    held,     \* below it, the log may be overwritten as far as the peer goes
    age,      \* ticks since the handshake began
    still,    \* ticks in which it delayed a claim and read nothing
    delayed,  \* ticks in which it delayed a claim before it had joined
    lives     \* connections that it has left

vars == <<end, step, runs, offered, held, age, still, delayed, lives>>

None == LastPosition + 1  \* holds nothing
Oldest == IF end > Capacity THEN end - Capacity ELSE 0

\* The next frame overwrites the position end - Capacity.
Blocks(p) == held[p] < end + 1 - Capacity
IsRefused == \E p \in Peers : Blocks(p)

Init ==
    /\ end = 0
    /\ step = [p \in Peers |-> "gone"]
    /\ runs = [p \in Peers |-> FALSE]
    /\ offered = [p \in Peers |-> 0]
    /\ held = [p \in Peers |-> None]
    /\ age = [p \in Peers |-> 0]
    /\ still = [p \in Peers |-> 0]
    /\ delayed = [p \in Peers |-> 0]
    /\ lives = [p \in Peers |-> Lives]

Publish ==
    /\ ~IsRefused /\ end < LastPosition
    /\ end' = end + 1
    /\ UNCHANGED <<step, runs, offered, held, age, still, delayed, lives>>

Ask(p) ==
    /\ step[p] = "gone" /\ lives[p] > 0
    /\ step' = [step EXCEPT ![p] = "asked"]
    /\ runs' = [runs EXCEPT ![p] = TRUE]
    /\ lives' = [lives EXCEPT ![p] = @ - 1]
    /\ age' = [age EXCEPT ![p] = 0]
    /\ UNCHANGED <<end, offered, held, still, delayed>>

\* The publisher proposes a position, and holds nothing.
Offer(p) ==
    /\ step[p] = "asked"
    /\ step' = [step EXCEPT ![p] = "offered"]
    /\ offered' = [offered EXCEPT ![p] = Oldest]
    /\ held' = IF HoldsAtOffer THEN [held EXCEPT ![p] = Oldest] ELSE held
    /\ UNCHANGED <<end, runs, age, still, delayed, lives>>

\* The peer names its image.
Name(p) ==
    /\ step[p] = "offered" /\ runs[p]
    /\ step' = [step EXCEPT ![p] = "named"]
    /\ UNCHANGED <<end, runs, offered, held, age, still, delayed, lives>>

\* The publisher holds the log where it offered, or, if that has gone, at what
\* the log still has: the image then begins with a jump.
Join(p) ==
    /\ step[p] = "named"
    /\ step' = [step EXCEPT ![p] = "joined"]
    /\ held' = [held EXCEPT ![p] =
           IF ChoosesAgain /\ offered[p] < Oldest THEN Oldest ELSE offered[p]]
    /\ still' = [still EXCEPT ![p] = 0]
    /\ UNCHANGED <<end, runs, offered, age, delayed, lives>>

\* The peer reads a frame, and gives credit for it.
Read(p) ==
    /\ step[p] = "joined" /\ runs[p] /\ held[p] < end
    /\ held' = [held EXCEPT ![p] = @ + 1]
    /\ still' = [still EXCEPT ![p] = 0]
    /\ UNCHANGED <<end, step, runs, offered, age, delayed, lives>>

Stop(p) ==
    /\ runs[p]
    /\ runs' = [runs EXCEPT ![p] = FALSE]
    /\ UNCHANGED <<end, step, offered, held, age, still, delayed, lives>>

InHandshake(p) == step[p] \in {"asked", "offered", "named"}

\* What has taken too long after this tick.
IsLate(p) == InHandshake(p) /\ age[p] + 1 >= HandshakeTimeout
IsStuck(p) == step[p] = "joined" /\ Blocks(p) /\ still[p] + 1 >= ProgressTimeout

Tick ==
    /\ \E p \in Peers : InHandshake(p) \/ Blocks(p)
    /\ age' = [p \in Peers |-> IF InHandshake(p) THEN age[p] + 1 ELSE age[p]]
    /\ still' = [p \in Peers |->
           IF step[p] = "joined" /\ Blocks(p) THEN still[p] + 1 ELSE still[p]]
    /\ delayed' = [p \in Peers |->
           IF InHandshake(p) /\ Blocks(p) THEN delayed[p] + 1 ELSE delayed[p]]
    /\ step' = [p \in Peers |-> IF IsLate(p) \/ IsStuck(p) THEN "gone" ELSE step[p]]
    /\ held' = [p \in Peers |-> IF IsLate(p) \/ IsStuck(p) THEN None ELSE held[p]]
    /\ runs' = [p \in Peers |-> IF IsLate(p) \/ IsStuck(p) THEN FALSE ELSE runs[p]]
    /\ UNCHANGED <<end, offered, lives>>

Next ==
    \/ Publish
    \/ Tick
    \/ \E p \in Peers : Ask(p) \/ Offer(p) \/ Name(p) \/ Join(p) \/ Read(p) \/ Stop(p)

Spec == Init /\ [][Next]_vars

(* A peer that has not joined delays claims for a stated time at most. *)
UnjoinedDelaysAreBounded == \A p \in Peers : delayed[p] <= UnjoinedDelay

(* A peer that has joined delays claims without reading for a time-out at most. *)
StillnessIsBounded == \A p \in Peers : still[p] <= ProgressTimeout

(* What a joined peer has not read is not overwritten. *)
NothingIsLost == \A p \in Peers : step[p] = "joined" => held[p] >= Oldest

(* The log is held only for peers that have joined. *)
OnlyJoinedHold == \A p \in Peers : held[p] # None => step[p] = "joined"
=============================================================================
