package io.verbus.tools;

import static java.util.Map.entry;

import io.verbus.tools.book.BookCommand;
import io.verbus.tools.config.ConfigCommand;
import io.verbus.tools.config.ConfigurationSource;
import io.verbus.tools.doctor.DoctorCommand;
import io.verbus.tools.errors.ErrorsCommand;
import io.verbus.tools.export.DocumentStore;
import io.verbus.tools.export.ExportCommand;
import io.verbus.tools.export.SqlCommand;
import io.verbus.tools.feed.FeedCommand;
import io.verbus.tools.gateway.GatewayCommand;
import io.verbus.tools.journal.BridgeCommand;
import io.verbus.tools.journal.CatCommand;
import io.verbus.tools.journal.JournalCommand;
import io.verbus.tools.journal.RecordCommand;
import io.verbus.tools.journal.ReplayCommand;
import io.verbus.tools.loss.LossCommand;
import io.verbus.tools.match.ItchInstruments;
import io.verbus.tools.orders.OrdersCommand;
import io.verbus.tools.relay.RelayCommand;
import io.verbus.tools.stat.StatCommand;
import io.verbus.tools.tap.PublishCommand;
import io.verbus.tools.tap.TapCommand;
import io.verbus.tools.trade.TradeCommand;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.ScopeType;

/** Picocli factory: creates the commands and passes the configuration to those that use a bus. */
final class Commands implements IFactory {
    private static final Map<Class<?>, Function<ConfigurationSource, Object>> ON_A_BUS = Map.ofEntries(
            entry(FeedCommand.class, FeedCommand::new), entry(BookCommand.class, BookCommand::new),
            entry(RecordCommand.class, RecordCommand::new), entry(ReplayCommand.class, ReplayCommand::new),
            entry(RelayCommand.class, RelayCommand::new), entry(BridgeCommand.class, BridgeCommand::new),
            entry(StatCommand.class, source -> new StatCommand(source::bus)),
            entry(LossCommand.class, source -> new LossCommand(source::bus)),
            entry(DoctorCommand.class, source -> new DoctorCommand(source::bus)),
            entry(ErrorsCommand.class, source -> new ErrorsCommand(source::bus)),
            entry(GatewayCommand.class, source -> new GatewayCommand(source::bus, new ItchInstruments())),
            entry(TradeCommand.class, source -> new TradeCommand(source::bus)),
            entry(OrdersCommand.class, source -> new OrdersCommand(source::bus)),
            entry(PublishCommand.class, source -> new PublishCommand(source, DocumentStore::provider)),
            entry(TapCommand.class, TapCommand::new),
            entry(JournalCommand.class, source -> new JournalCommand()), entry(CatCommand.class, CatCommand::new),
            entry(ExportCommand.class, ExportCommand::new), entry(SqlCommand.class, SqlCommand::new),
            entry(ConfigCommand.class, ConfigCommand::new));

    private final ConfigurationSource configuration;

    Commands(final ConfigurationSource configuration) {
        this.configuration = configuration;
    }

    /** Adds the option for the configuration file to the command line and to the commands that use a bus. */
    void addConfigurationOption(final CommandLine line) {
        configuration.addOption(line.getCommandSpec(), ScopeType.LOCAL);
        line.getSubcommands().values().stream().filter(command -> ON_A_BUS.containsKey(command.getCommand().getClass()))
                .forEach(command -> configuration.addOption(command.getCommandSpec(), ScopeType.INHERIT));
    }

    @Override
    public <K> K create(final Class<K> type) throws Exception {
        return ON_A_BUS.containsKey(type)
                ? type.cast(ON_A_BUS.get(type).apply(configuration))
                : CommandLine.defaultFactory().create(type);
    }
}
