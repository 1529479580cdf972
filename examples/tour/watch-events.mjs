import { connect } from '@nats-io/transport-node';

/** Listens to the events that services publish. The consumers still get all events. */
export async function watchEvents(url) {
  if (!url) {
    const whyNone =
      'They stay inside the process of this stack, which found no nats-server; the spans "consume …" above are of those who got them.';
    return { eventsOf: () => [], whyNone, close: async () => undefined };
  }
  const connection = await connect({ servers: url });
  const events = [];
  connection.subscribe('parcelyard.>', {
    callback: (_error, { subject, headers }) => {
      const header = (name) => headers?.get(name) || undefined;
      events.push({
        subject,
        eventId: header('Nats-Msg-Id'),
        requestId: header('X-Request-Id'),
        traceparent: header('traceparent'),
      });
    },
  });
  await connection.flush();
  return {
    /** Returns the events that a request caused. */
    eventsOf: (requestId) => events.filter((event) => event.requestId === requestId),
    whyNone: 'None came yet.',
    close: () => connection.close(),
  };
}
