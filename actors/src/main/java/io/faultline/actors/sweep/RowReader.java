package io.faultline.actors.sweep;

import akka.NotUsed;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.PersistenceQuery;
import akka.persistence.query.javadsl.CurrentEventsByPersistenceIdQuery;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Source;
import io.faultline.actors.sweep.SweepEvent.PointDone;
import io.faultline.actors.sweep.SweepEvent.ResultDropped;
import io.faultline.protocol.sweep.PointRow;
import io.faultline.protocol.sweep.RowsPage;
import java.util.ArrayList;
import java.util.List;

/** Reads rows from the journal, a page at a time. */
final class RowReader extends AbstractBehavior<RowReader.Message> {

  /** Events of a page, at most. */
  private static final int PAGE_EVENTS = 500;

  /** Figures of a page, about: a page goes in one message of less than a megabyte. */
  private static final int PAGE_FIGURES = 20_000;

  private static final String[] NONE = new String[0];

  private final CurrentEventsByPersistenceIdQuery journal;

  /** What can be said to it. */
  sealed interface Message {}

  /**
   * Asks for a page.
   *
   * @param from sequence number at which the page begins
   * @param last sequence number of the last event to read
   * @param columns lists of metrics that the rows have
   */
  record Read(long from, long last, List<String[]> columns, ActorRef<RowsPage> replyTo)
      implements Message {}

  private record Found(Read read, List<EventEnvelope> events) implements Message {}

  private record NotFound(Read read, Throwable cause) implements Message {}

  private RowReader(ActorContext<Message> context, String readJournal) {
    super(context);
    this.journal =
        PersistenceQuery.get(context.getSystem())
            .getReadJournalFor(CurrentEventsByPersistenceIdQuery.class, readJournal);
  }

  /**
   * A reader.
   *
   * @param readJournal id of the plugin
   */
  static Behavior<Message> create(String readJournal) {
    return Behaviors.setup(context -> new RowReader(context, readJournal));
  }

  @Override
  public Receive<Message> createReceive() {
    return newReceiveBuilder()
        .onMessage(Read.class, this::onRead)
        .onMessage(Found.class, this::onFound)
        .onMessage(NotFound.class, this::onNotFound)
        .build();
  }

  private Behavior<Message> onRead(Read read) {
    if (read.from() > read.last()) {
      read.replyTo().tell(new RowsPage(List.of(), read.from(), true, ""));
      return this;
    }
    // a database may sort all that it is asked for before it gives out the first
    Source<EventEnvelope, NotUsed> events =
        journal.currentEventsByPersistenceId(
            SweepCoordinator.PERSISTENCE_ID.id(),
            read.from(),
            Math.min(read.last(), read.from() + PAGE_EVENTS - 1));
    getContext()
        .pipeToSelf(
            events.runWith(Sink.seq(), getContext().getSystem()),
            (found, failure) ->
                found == null ? new NotFound(read, failure) : new Found(read, found));
    return this;
  }

  private Behavior<Message> onFound(Found found) {
    Read read = found.read();
    List<RowsPage.Entry> entries = new ArrayList<>();
    int figures = 0;
    long next = read.from();
    for (EventEnvelope envelope : found.events()) {
      if (figures > PAGE_FIGURES) {
        break;
      }
      next = envelope.sequenceNr() + 1;
      if (envelope.event() instanceof PointDone done) {
        String[] metrics = done.error().isEmpty() ? read.columns().get(done.columns()) : NONE;
        figures += metrics.length;
        entries.add(new RowsPage.Entry(done.row(metrics), done.run(), false));
      } else if (envelope.event() instanceof ResultDropped late) {
        entries.add(
            new RowsPage.Entry(PointRow.failed(late.point(), "", "", "late"), late.run(), true));
      }
    }
    boolean nothing = found.events().isEmpty();
    read.replyTo().tell(new RowsPage(entries, next, nothing || next > read.last(), ""));
    return this;
  }

  private Behavior<Message> onNotFound(NotFound failed) {
    failed
        .read()
        .replyTo()
        .tell(new RowsPage(List.of(), failed.read().from(), true, String.valueOf(failed.cause())));
    return this;
  }
}
