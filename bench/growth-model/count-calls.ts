import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { seeded } from '@parcelyard/testing/seeded';
import { startReceiver } from '@parcelyard/testing/start-receiver';
import type { SeenCommand } from '@parcelyard/testing/wire/start-command-counter';
import { BSON, MongoClient } from 'mongodb';
import { countBy, watchIdleWork } from '../../e2e/support/cost/idle-work';
import { startCountedStack } from '../../e2e/support/cost/start-counted-stack';
import type { CollectedSpan } from '../../e2e/support/start-collector';
import type { ByName, Counts } from './costs';
import { KINDS, type Kind, type PerKind } from './kinds';
import { runMix } from './run-mix';
import { Shops } from './shops';
import { targetOf } from './target';
import { WEBHOOKS } from './with-target';

const PER_SECOND = 4;
const SECONDS = 12;
/** How long to wait for the last spans, because programs export their spans only every second. */
const EXPORT_MS = 2_000;

/** Counts the commands, RPCs, events and bytes of a call of each kind, under an open load of only that kind. */
export async function countCalls(): Promise<PerKind<Counts>> {
  const receiver = await startReceiver();
  const environment = { SPLIT: '1', ...WEBHOOKS, EGRESS_ALLOW: receiver.host };
  const { stack, commands, collector, databaseUri, remove } = await startCountedStack(environment);
  const target = targetOf(stack.file(), databaseUri);
  if (!target.natsUrl) throw new Error('Events are counted on a nats-server (apt-get install nats-server).');
  const nats = await connect({ servers: target.natsUrl });
  const database = await MongoClient.connect(databaseUri);
  let [events, eventBytes] = [0, 0];
  nats.subscribe('parcelyard.>', {
    callback: (_error, { subject, headers, data }) => {
      events += 1;
      eventBytes += subject.length + data.length + String(headers ?? '').length;
    },
  });
  try {
    const idle = await watchIdleWork(commands);
    const shops = await Shops.open(target, receiver.url(), 8, 250);
    const random = seeded(1);
    const counted: Partial<Record<Kind, Counts>> = {};
    for (const kind of KINDS) {
      let before = { commands: 0, spans: 0, events: 0, eventBytes: 0, stored: {} as ByName };
      const onQuiet = async () => {
        await pause(EXPORT_MS);
        const stored = await storedBytes(database);
        before = {
          commands: commands.seen.length,
          spans: collector.spans.length,
          events,
          eventBytes,
          stored,
        };
      };
      const run = await runMix({ target, shops, random, onQuiet }, { [kind]: PER_SECOND }, SECONDS);
      await pause(EXPORT_MS);
      const calls = run.sent[kind];
      const own = commands.seen.slice(before.commands).filter((one) => !idle.isIdleQuery(one));
      const spans = collector.spans.slice(before.spans);
      counted[kind] = {
        ...commandsOf(own, calls),
        visits: each(
          countBy(spans.filter(isVisit), ({ service }) => service),
          calls,
        ),
        events: tidy((events - before.events) / calls),
        eventBytes: tidy((eventBytes - before.eventBytes) / calls),
        deliveries: tidy(spans.filter(isDelivery).length / calls),
        stored: growth(before.stored, await storedBytes(database), calls),
        answerBytes: tidy(run.bytes[kind] / calls),
      };
      console.error(`${kind}: ${calls} counted`);
    }
    shops.close();
    return counted as PerKind<Counts>;
  } finally {
    await database.close();
    await nats.close();
    await remove();
    receiver.close();
  }
}

const isDelivery = ({ name }: CollectedSpan) => name.startsWith('consume ');
const isVisit = (span: CollectedSpan) => isDelivery(span) || /^\w+\.\w+$/.test(span.name);
const tidy = (figure: number) => Number(figure.toPrecision(3));
/**
 * Returns the service that owns the command's database. The command that commits a transaction names the database
 * `admin`. In the counted calls, only the orders service uses transactions.
 */
const serviceOf = ({ database }: SeenCommand) =>
  database === 'admin' ? 'orders' : database.replace('parcelyard_', '').replaceAll('_', '-');

function commandsOf(commands: readonly SeenCommand[], calls: number): Pick<Counts, 'reads' | 'writes'> {
  const of = (wanted: string) =>
    each(
      countBy(
        commands.filter(({ kind }) => kind === wanted),
        serviceOf,
      ),
      calls,
    );
  return { reads: of('read'), writes: of('write') };
}

const each = (counts: ReadonlyMap<string, number>, calls: number): ByName =>
  Object.fromEntries([...counts].map(([name, count]) => [name, tidy(count / calls)]));

async function storedBytes(client: MongoClient): Promise<ByName> {
  const sizes: Record<string, number> = {};
  for (const service of ['auth', 'billing', 'customers_email', 'orders', 'pickups', 'shipping']) {
    const database = client.db(`parcelyard_${service}`);
    for (const { name } of await database.listCollections().toArray()) {
      let bytes = 0;
      for await (const document of database.collection(name).find())
        bytes += BSON.calculateObjectSize(document);
      sizes[`${service}.${name}`] = bytes;
    }
  }
  return sizes;
}

/**
 * Returns the growth of each collection that grew by at least a byte a call. Tokens are left out: the benchmark creates
 * thousands of them, but a real account has only a few.
 */
const growth = (before: ByName, after: ByName, calls: number): ByName =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, bytes]) => [name, tidy((bytes - (before[name] ?? 0)) / calls)] as const)
      .filter(([name, bytes]) => bytes >= 1 && name !== 'auth.tokens'),
  );
