import { connect } from '@nats-io/transport-node';
import { connectBus } from '@parcelyard/events/connect-bus';
import { createLogger } from '@parcelyard/service-kit/logger';
import { connectMongo } from '@parcelyard/service-kit/mongo/connect-mongo';

/**
 * One replica of a consumer. It begins to handle the events of DURABLE when `bench.begin.<DURABLE>` is published. With
 * MONGODB_URI, it writes each event as the product's consumers do: once for each event id, acknowledged by a majority.
 */
const { NATS_URL = '', DURABLE = '', EVENT_TYPE = '', MONGODB_URI = '' } = process.env;
const logger = createLogger('event-consumer', 'warn');
const bus = await connectBus({ natsUrl: NATS_URL, nats: { DEPLOYMENT_NAME: 'bench' }, logger });
const mongo = MONGODB_URI === '' ? undefined : await connectMongo({ uri: MONGODB_URI, database: 'bench' });
const seen = mongo?.db.collection<{ _id: string; accountId: number }>(DURABLE);

const line = await connect({ servers: NATS_URL });
line.subscribe(`bench.begin.${DURABLE}`, {
  max: 1,
  callback: () =>
    void bus.subscribe({
      durable: DURABLE,
      type: EVENT_TYPE,
      handle: async ({ eventId, accountId }) => {
        await seen?.updateOne({ _id: eventId }, { $setOnInsert: { accountId } }, { upsert: true });
      },
    }),
});
line.publish(`bench.ready.${DURABLE}`);
await line.flush();

process.once('SIGTERM', () => {
  void Promise.all([line.close(), bus.close(), mongo?.close()]).then(() => process.exit(0));
});
