package io.verbus.matching.model;

import io.verbus.matching.model.ModelInput.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The rules of docs/reference/matching.md, written as simply as possible and without code of the engine: one list of
 * resting orders, searched from its beginning for everything, and sums that are calculated again each time.
 */
public final class ModelEngine {
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);
    private static final String[] MODES = {"allow", "incoming", "resting", "both"};

    private final OrderWorld world;
    private final List<ModelOrder> resting = new ArrayList<>();
    private final Map<Integer, ModelSeat> traders = new TreeMap<>();
    private final Map<List<Integer>, Long> positions = new HashMap<>();
    private final long[] lastPrice;
    private final long[] collar;
    private final boolean[] halted;
    private final ModelCapacity capacity;
    private final StringBuilder out;
    private boolean killed;
    private long nowNs;
    private long orders;
    private long trades;
    /** The capacity that the last input exceeded, or null. */
    private String lack;

    /** Prints to {@code out}. */
    public ModelEngine(final OrderWorld world, final StringBuilder out) {
        this.world = world;
        this.out = out;
        capacity = new ModelCapacity(world);
        final int instruments = world.instruments();
        lastPrice = new long[instruments];
        collar = new long[instruments];
        Arrays.fill(collar, Long.MAX_VALUE);
        halted = new boolean[instruments];
    }

    /** Takes an input or a setting. */
    public void take(final ModelInput in) {
        lack = null;
        if (!in.kind().isSetting()) {
            nowNs = Math.max(nowNs, in.timeNs());
        }
        final boolean isSeat = in.seat() >= 0 && in.seat() <= 65_535;
        final boolean isInstrument = in.instrument() >= 0 && in.instrument() < world.instruments();
        switch (in.kind()) {
            case NEW -> newOrder(in);
            case CANCEL -> cancel(in, isSeat);
            case REDUCE -> reduce(in, isSeat);
            case REPLACE -> replace(in);
            case CANCEL_ALL, CANCEL_ALL_IN, DISCONNECT -> massCancel(in, isSeat, isInstrument);
            case HALT, RESUME -> halt(in, isInstrument);
            case KILL, REVIVE, KILL_ALL, REVIVE_ALL -> kill(in, isSeat);
            case END_DAY -> endDay();
            case TIME -> {
            }
            default -> set(in, isInstrument);
        }
    }

    private void massCancel(final ModelInput in, final boolean isSeat, final boolean isInstrument) {
        final boolean inOne = in.kind() == Kind.CANCEL_ALL_IN;
        final boolean disconnects = in.kind() == Kind.DISCONNECT;
        if (!isSeat) {
            print(disconnects ? "refused DISCONNECT" : "refused CANCEL_ALL", in.seat(), inOne ? in.instrument() : 0,
                    "UNKNOWN_SEAT");
        } else if (inOne && !isInstrument) {
            print("refused CANCEL_ALL", in.seat(), in.instrument(), "UNKNOWN_INSTRUMENT");
        } else if (!disconnects || trader(in.seat()).cancelsOnDisconnect) {
            cancel(order -> order.seat == in.seat() && (!inOne || order.instrument == in.instrument()),
                    disconnects ? "DISCONNECT" : "REQUESTED");
        }
    }

    private void halt(final ModelInput in, final boolean isInstrument) {
        if (isInstrument) {
            halted[in.instrument()] = in.kind() == Kind.HALT;
        } else {
            print("refused " + in.kind(), -1, in.instrument(), "UNKNOWN_INSTRUMENT");
        }
    }

    private void kill(final ModelInput in, final boolean isSeat) {
        final boolean kills = in.kind() == Kind.KILL || in.kind() == Kind.KILL_ALL;
        final boolean all = in.kind() == Kind.KILL_ALL || in.kind() == Kind.REVIVE_ALL;
        if (all) {
            killed = kills;
        } else if (isSeat) {
            trader(in.seat()).killed = kills;
        } else {
            print("refused " + in.kind(), -1, in.seat(), "UNKNOWN_SEAT");
            return;
        }
        cancel(order -> kills && (all || order.seat == in.seat()), "KILL");
    }

    private void endDay() {
        cancel(order -> order.duration.equals("day"), "END_OF_DAY");
        traders.values().forEach(trader -> trader.used.clear());
        resting.forEach(order -> trader(order.seat).used.add(order.id));
        capacity.endDay(resting, positions);
    }

    private void set(final ModelInput in, final boolean isInstrument) {
        switch (in.kind()) {
            case COLLAR -> {
                if (isInstrument) {
                    collar[in.instrument()] = in.newId();
                }
            }
            case LIMIT -> trader(in.seat()).limits[in.instrument()] = in.newId();
            case RATE -> trader(in.seat()).setRate(in.newId(), in.quantity(), nowNs);
            case SELF_TRADE -> trader(in.seat()).mode = MODES[in.terms()];
            case ON_DISCONNECT -> trader(in.seat()).cancelsOnDisconnect = in.newId() == 1;
            default -> throw new AssertionError(in);
        }
    }

    /** All resting orders: by instrument, buy before sell, best price first, then in order of place. */
    public String books() {
        final StringBuilder text = new StringBuilder();
        final Comparator<ModelOrder> byPlace = Comparator.<ModelOrder>comparingInt(order -> order.instrument)
                .thenComparing(order -> !order.buys)
                .thenComparing(order -> order.buys ? -order.price : order.price)
                .thenComparing(order -> order.number);
        resting.stream().sorted(byPlace).forEach(order -> text.append(order.instrument).append(order.buys ? 'B' : 'S')
                .append(order.price).append(' ').append(order.number).append(' ').append(order.seat).append(' ')
                .append(order.id).append(' ').append(order.open).append('\n'));
        return text.toString();
    }

    /** The side of the order that an input brings or replaces: buy or sell. */
    String sideOf(final ModelInput in) {
        final ModelOrder replaced = in.kind() == Kind.REPLACE ? find(in.seat(), in.id()) : null;
        return (replaced == null ? (in.terms() & 1) == 0 : replaced.buys) ? "buy" : "sell";
    }

    /** The treatment of self-trades of an input's seat. */
    String mode(final ModelInput in) {
        return traders.containsKey(in.seat()) ? trader(in.seat()).mode : "allow";
    }

    /** Whether orders rest in an input's instrument. */
    boolean isTrading(final ModelInput in) {
        return resting.stream().anyMatch(order -> order.instrument == in.instrument());
    }

    /** The capacity that the last input exceeded, or null. */
    String lack() {
        return lack;
    }

    long position(final int seat, final int instrument) {
        return positions.getOrDefault(List.of(seat, instrument), 0L);
    }

    private void newOrder(final ModelInput in) {
        final ModelOrder order = new ModelOrder();
        order.seat = in.seat();
        order.id = in.id();
        order.instrument = in.instrument();
        order.buys = (in.terms() & 1) == 0;
        order.duration = List.of("day", "gtc", "ioc", "fok").get(in.terms() >> 1 & 3);
        order.market = (in.terms() & 8) != 0;
        order.postOnly = (in.terms() & 16) != 0;
        order.price = in.price();
        order.open = in.quantity();
        final String refusal = refusal(order, in.terms());
        if (refusal != null) {
            print("rejected", in.seat(), in.id(), refusal);
            return;
        }
        order.number = ++orders;
        use(order);
        print("accepted", order.seat, order.id, order.number);
        match(order);
    }

    private void cancel(final ModelInput in, final boolean isSeat) {
        final ModelOrder order = isSeat ? find(in.seat(), in.id()) : null;
        if (order == null) {
            print("refused CANCEL", in.seat(), in.id(), isSeat ? "UNKNOWN_ORDER" : "UNKNOWN_SEAT");
        } else {
            remove(order, "REQUESTED");
        }
    }

    private void reduce(final ModelInput in, final boolean isSeat) {
        final ModelOrder order = isSeat ? find(in.seat(), in.id()) : null;
        final String ofOrder = order == null ? "UNKNOWN_ORDER" : ModelSizes.ofReduction(order, in.quantity(), world);
        final String refusal = isSeat ? ofOrder : "UNKNOWN_SEAT";
        if (refusal != null) {
            print("refused REDUCE", in.seat(), in.id(), refusal);
        } else if (in.quantity() == 0) {
            remove(order, "REQUESTED");
        } else {
            final long removed = order.open - in.quantity();
            order.open = in.quantity();
            print("reduced", order.seat, order.id, removed, order.open);
            print("book reduced", order.instrument, order.number, removed);
        }
    }

    private void replace(final ModelInput in) {
        final ModelOrder old = find(in.seat(), in.id());
        final String refusal = refusal(old, in);
        if (refusal != null) {
            print("refused REPLACE", in.seat(), in.id(), refusal);
            return;
        }
        use(old.replacedBy(in));
        if (in.price() == old.price && in.quantity() <= old.open) {
            final long removed = old.open - in.quantity();
            old.open = in.quantity();
            old.id = in.newId();
            print("replaced", old.seat, in.id(), in.newId(), old.number, old.open, "kept");
            if (removed > 0) {
                print("book reduced", old.instrument, old.number, removed);
            }
            return;
        }
        resting.remove(old);
        final ModelOrder order = old.replacedBy(in);
        order.number = ++orders;
        print("replaced", order.seat, in.id(), in.newId(), order.number, order.open, "lost");
        if (best(order) != null) {
            print("book deleted", old.instrument, old.number);
            match(order);
        } else {
            resting.add(order);
            print("book replaced", old.instrument, old.number, order.number, order.price, order.open);
        }
    }

    private void use(final ModelOrder order) {
        trader(order.seat).used.add(order.id);
        capacity.use(order);
    }

    private void match(final ModelOrder order) {
        final String mode = trader(order.seat).mode;
        final boolean isAll = order.duration.equals("fok");
        final long worst = worstPrice(order);
        order.price = order.market ? worst : order.price;
        if (isAll && reachable(order, mode).compareTo(BigInteger.valueOf(order.open)) < 0) {
            print("cancelled", order.seat, order.id, order.open, "FILL_OR_KILL");
            return;
        }
        ModelOrder other = best(order);
        while (order.open > 0 && other != null) {
            if (other.seat == order.seat && !mode.equals("allow")) {
                if (!mode.equals("incoming")) {
                    remove(other, "SELF_TRADE");
                }
                if (!mode.equals("resting")) {
                    print("cancelled", order.seat, order.id, order.open, "SELF_TRADE");
                    return;
                }
            } else {
                trade(order, other);
            }
            other = best(order);
        }
        if (order.open > 0 && (order.duration.equals("day") || order.duration.equals("gtc"))) {
            resting.add(order);
            print("book added", order.instrument, order.number, order.buys ? 0 : 1, order.price, order.open);
        } else if (order.open > 0) {
            print("cancelled", order.seat, order.id, order.open, "IMMEDIATE_OR_CANCEL");
        }
    }

    private void trade(final ModelOrder order, final ModelOrder other) {
        final long quantity = Math.min(order.open, other.open);
        order.open -= quantity;
        other.open -= quantity;
        lastPrice[order.instrument] = other.price;
        positions.merge(List.of(order.seat, order.instrument), order.buys ? quantity : -quantity, Math::addExact);
        positions.merge(List.of(other.seat, other.instrument), other.buys ? quantity : -quantity, Math::addExact);
        trades++;
        for (final ModelOrder one : List.of(other, order)) {
            print("executed", one.seat, one.id, one.instrument, quantity, other.price, trades,
                    one == other ? "maker" : "taker", one.open);
        }
        print("book executed", other.instrument, other.number, quantity, trades);
        if (other.open == 0) {
            resting.remove(other);
        }
    }

    /** The quantity that an order could get without meeting an order that ends it. */
    private BigInteger reachable(final ModelOrder order, final String mode) {
        final List<ModelOrder> others = new ArrayList<>(resting.stream().filter(other -> order.meets(other)).toList());
        others.sort(Comparator.<ModelOrder>comparingLong(other -> order.buys ? other.price : -other.price)
                .thenComparing(other -> other.number));
        BigInteger sum = BigInteger.ZERO;
        for (final ModelOrder other : others) {
            if (mode.equals("allow") || other.seat != order.seat) {
                sum = sum.add(BigInteger.valueOf(other.open));
            } else if (!mode.equals("resting")) {
                return sum;
            }
        }
        return sum;
    }

    /** The resting order that an order meets first, or null. */
    private ModelOrder best(final ModelOrder order) {
        ModelOrder best = null;
        for (final ModelOrder other : resting) {
            final boolean isBetter = best == null || (order.buys ? other.price < best.price : other.price > best.price);
            best = order.meets(other) && isBetter ? other : best;
        }
        return best;
    }

    private String refusal(final ModelOrder order, final int terms) {
        final String ofSender = ofSender(order.seat);
        if (ofSender != null) {
            return ofSender;
        }
        if (order.instrument < 0 || order.instrument >= world.instruments()) {
            return "UNKNOWN_INSTRUMENT";
        }
        if (halted[order.instrument]) {
            return "HALTED";
        }
        final boolean rests = order.duration.equals("day") || order.duration.equals("gtc");
        if (terms < 0 || terms > 31 || order.market && rests || order.postOnly && !rests) {
            return "TERMS";
        }
        if (trader(order.seat).used.contains(order.id)) {
            return "DUPLICATE_ID";
        }
        final String ofSizes = ModelSizes.ofOrder(order, world, anchor(order.instrument));
        if (ofSizes != null) {
            return ofSizes;
        }
        final String ofRisk = ofRisk(order, null);
        if (ofRisk != null) {
            return ofRisk;
        }
        if (order.postOnly && best(order) != null) {
            return "WOULD_TRADE";
        }
        lack = capacity.lackOf(order, resting.size());
        return lack == null ? null : "CAPACITY";
    }

    private String refusal(final ModelOrder old, final ModelInput in) {
        final String ofSender = ofSender(in.seat());
        if (ofSender != null) {
            return ofSender;
        }
        if (old == null) {
            return "UNKNOWN_ORDER";
        }
        if (halted[old.instrument]) {
            return "HALTED";
        }
        if (trader(old.seat).used.contains(in.newId())) {
            return "DUPLICATE_ID";
        }
        final ModelOrder order = old.replacedBy(in);
        final String ofSizes = ModelSizes.ofOrder(order, world, anchor(order.instrument));
        final boolean keepsPlace = in.price() == old.price && in.quantity() <= old.open;
        final String ofRisk = ofSizes != null || keepsPlace ? ofSizes : ofRisk(order, old);
        if (ofRisk != null) {
            return ofRisk;
        }
        if (!keepsPlace && order.postOnly && best(order) != null) {
            return "WOULD_TRADE";
        }
        lack = !capacity.lacksIds(order.seat, order.id) ? null : keepsPlace ? "ids, place kept" : "ids, place lost";
        return lack == null ? null : "CAPACITY";
    }

    private String ofSender(final int seat) {
        if (seat < 0 || seat > 65_535) {
            return "UNKNOWN_SEAT";
        }
        final ModelSeat trader = trader(seat);
        if (killed || trader.killed) {
            return "KILLED";
        }
        return trader.takesMessage(nowNs) ? null : "RATE";
    }

    private String ofRisk(final ModelOrder order, final ModelOrder old) {
        final long[] limits = trader(order.seat).limits;
        final BigInteger open = BigInteger.valueOf(order.open);
        final BigInteger anchor = BigInteger.valueOf(anchor(order.instrument));
        if (order.open > limits[0]) {
            return "MAX_QUANTITY";
        }
        if (!order.market && anchor.signum() > 0 && BigInteger.valueOf(order.price).subtract(anchor).abs()
                .multiply(MILLION).compareTo(anchor.multiply(millionths(order))) > 0 && hasCollar(order)) {
            return "COLLAR";
        }
        final BigInteger price = BigInteger.valueOf(order.price);
        final BigInteger notional = open.multiply(!order.market ? price : hasCollar(order) ? highest(order) : anchor);
        if (notional.compareTo(BigInteger.valueOf(limits[1])) > 0) {
            return "MAX_NOTIONAL";
        }
        long count = 0;
        BigInteger sumNotional = notional;
        BigInteger worst = BigInteger.valueOf(position(order.seat, order.instrument));
        worst = (order.buys ? worst : worst.negate()).add(open);
        for (final ModelOrder other : resting) {
            if (other != old && other.seat == order.seat && other.instrument == order.instrument) {
                count++;
                sumNotional = sumNotional.add(other.notional());
                worst = other.buys == order.buys ? worst.add(BigInteger.valueOf(other.open)) : worst;
            }
        }
        if (old == null && count >= limits[2]) {
            return "OPEN_ORDERS";
        }
        final boolean addsNotional = old == null || notional.compareTo(old.notional()) > 0;
        if (addsNotional && sumNotional.compareTo(BigInteger.valueOf(limits[3])) > 0) {
            return "OPEN_NOTIONAL";
        }
        final boolean addsQuantity = old == null || order.open > old.open;
        return addsQuantity && worst.compareTo(BigInteger.valueOf(limits[4])) > 0 ? "POSITION" : null;
    }

    private long anchor(final int instrument) {
        return lastPrice[instrument] == 0 ? world.references()[instrument] : lastPrice[instrument];
    }

    private boolean hasCollar(final ModelOrder order) {
        return millionths(order).compareTo(MOST) < 0;
    }

    private BigInteger millionths(final ModelOrder order) {
        return BigInteger.valueOf(Math.min(collar[order.instrument], trader(order.seat).limits[5]));
    }

    private BigInteger width(final ModelOrder order) {
        return BigInteger.valueOf(anchor(order.instrument)).multiply(millionths(order)).divide(MILLION);
    }

    private BigInteger highest(final ModelOrder order) {
        return BigInteger.valueOf(anchor(order.instrument)).add(width(order)).min(MOST);
    }

    /** The worst price at which an order trades. */
    private long worstPrice(final ModelOrder order) {
        if (!order.market) {
            return order.price;
        }
        if (!hasCollar(order)) {
            return order.buys ? Long.MAX_VALUE : 1;
        }
        return order.buys
                ? highest(order).longValueExact()
                : BigInteger.valueOf(anchor(order.instrument)).subtract(width(order)).max(BigInteger.ONE)
                        .longValueExact();
    }

    private ModelSeat trader(final int seat) {
        return traders.computeIfAbsent(seat, number -> new ModelSeat());
    }

    private ModelOrder find(final int seat, final long id) {
        return resting.stream().filter(order -> order.seat == seat && order.id == id).findFirst().orElse(null);
    }

    private void cancel(final Predicate<ModelOrder> which, final String reason) {
        List.copyOf(resting).stream().filter(which).forEach(order -> remove(order, reason));
    }

    private void remove(final ModelOrder order, final String reason) {
        resting.remove(order);
        print("cancelled", order.seat, order.id, order.open, reason);
        print("book deleted", order.instrument, order.number);
    }

    private void print(final String what, final Object... values) {
        out.append(what);
        for (final Object value : values) {
            out.append(' ').append(value);
        }
        out.append('\n');
    }
}
