package io.verbus.tools;

import static java.util.Map.entry;

import io.verbus.BusSettings;
import io.verbus.sample.publisher.FeedCommand;
import io.verbus.sample.publisher.trade.TradeCommand;
import io.verbus.sample.subscriber.BookCommand;
import io.verbus.sample.subscriber.gateway.GatewayCommand;
import io.verbus.tools.doctor.DoctorCommand;
import io.verbus.tools.errors.ErrorsCommand;
import io.verbus.tools.journal.RecordCommand;
import io.verbus.tools.journal.ReplayCommand;
import io.verbus.tools.loss.LossCommand;
import io.verbus.tools.match.ItchInstruments;
import io.verbus.tools.orders.OrdersCommand;
import io.verbus.tools.stat.StatCommand;
import io.verbus.tools.tap.TapCommand;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.IFactory;
import picocli.CommandLine;

/** Picocli factory: creates the commands and passes the bus settings to those that use a bus. */
final class Commands implements IFactory {
    private static final Map<Class<?>, Function<Supplier<BusSettings>, Object>> ON_A_BUS = Map.ofEntries(
            entry(FeedCommand.class, FeedCommand::new), entry(BookCommand.class, BookCommand::new),
            entry(RecordCommand.class, RecordCommand::new), entry(ReplayCommand.class, ReplayCommand::new),
            entry(StatCommand.class, StatCommand::new), entry(LossCommand.class, LossCommand::new),
            entry(DoctorCommand.class, DoctorCommand::new), entry(ErrorsCommand.class, ErrorsCommand::new),
            entry(GatewayCommand.class, settings -> new GatewayCommand(settings, new ItchInstruments())),
            entry(TradeCommand.class, TradeCommand::new), entry(OrdersCommand.class, OrdersCommand::new),
            entry(TapCommand.class, TapCommand::new));

    private final Supplier<BusSettings> bus;

    Commands(final Supplier<BusSettings> bus) {
        this.bus = bus;
    }

    @Override
    public <K> K create(final Class<K> type) throws Exception {
        return ON_A_BUS.containsKey(type)
                ? type.cast(ON_A_BUS.get(type).apply(bus))
                : CommandLine.defaultFactory().create(type);
    }
}
