import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { LabelPrinted } from '@parcelyard/contracts/events';
import type { Bus } from '@parcelyard/events/bus';
import { connectBus } from '@parcelyard/events/connect-bus';
import { labelPrinted } from '@parcelyard/events/event-type';
import { createOutboxEntry, toEnvelope } from '@parcelyard/events/outbox-entry';
import { createLogger } from '@parcelyard/service-kit/logger';
import { startNatsServer } from '@parcelyard/testing/start-nats-server';
import { startProgram as startOwnProgram } from '../e2e/support/start-program';
import type { Bench } from './bench';
import { medians } from './medians';
import { processorTime } from './processor-time';
import { cell } from './report';
import { startProgram } from './start-program';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 20_000);
const ACCOUNTS = 1_000;
const CONSUMERS = [1, 2, 4] as const;
const ROUNDS = 3;
const PUBLISHED_AT_ONCE = 256;
const STREAM = 'PARCELYARD_EVENTS_bench';

interface Taken {
  readonly perSecond: number;
  readonly cpuMs: number;
}

/**
 * Measures how fast events that wait in a real nats-server are handled. The consumer runs with one, two and four
 * replicas, each replica in its own process. It is measured with a handler that does nothing, and with a handler that
 * writes each event to the database.
 */
export async function measureEvents({ show }: Bench): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parcelyard-bench-events-'));
  const nats = await startNatsServer();
  const mongo = await startOwnProgram('embedded-mongo', {
    EMBEDDED_MONGO_DATA_DIR: folder,
    EMBEDDED_MONGO_PORT: '0',
  });
  const bus = await connectBus({
    natsUrl: nats.url,
    nats: { DEPLOYMENT_NAME: 'bench' },
    logger: createLogger('bench', 'warn'),
  });
  const line = await connect({ servers: nats.url });
  try {
    await publishAll(bus);
    const rounds = new Map<string, Taken[]>();
    for (let round = 0; round < ROUNDS; round += 1)
      for (const mongoUri of ['', String(mongo.ready().uri)])
        for (const consumers of CONSUMERS) {
          const key = `${consumers} ${mongoUri}`;
          const taken = await takeAll({ line, natsUrl: nats.url, mongoUri, consumers, round });
          rounds.set(key, [...(rounds.get(key) ?? []), taken]);
        }
    const cellsOf = (key: string) => {
      const { perSecond, cpuMs } = medians(rounds.get(key) as Taken[]);
      return [cell(perSecond, '/s', 0), cell(cpuMs * 1_000, 'µs', 0)];
    };
    show({
      title: `${EVENTS.toLocaleString('en')} events, consumers of one kind`,
      columns: ['a second', 'processor time of one', 'each written down, a second', 'processor time of one'],
      rows: CONSUMERS.map((consumers) => ({
        name: `${consumers}`,
        cells: [...cellsOf(`${consumers} `), ...cellsOf(`${consumers} ${mongo.ready().uri}`)],
      })),
    });
  } finally {
    await line.close();
    await bus.close();
    await mongo.stop();
    await nats.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function publishAll(bus: Bus): Promise<void> {
  const data = LabelPrinted.decode(new Uint8Array());
  let next = 0;
  const publish = async () => {
    while (next < EVENTS) {
      const n = next++;
      const accountId = 1_001 + (n % ACCOUNTS);
      const identity = { eventId: `label_printed:${n}:1`, accountId, occurredAt: new Date() };
      await bus.publish(
        toEnvelope(createOutboxEntry(labelPrinted, identity, { ...data, accountId, orderId: n })),
      );
    }
  };
  await Promise.all(Array.from({ length: PUBLISHED_AT_ONCE }, publish));
}

interface Round {
  readonly line: NatsConnection;
  readonly natsUrl: string;
  readonly mongoUri: string;
  readonly consumers: number;
  readonly round: number;
}

/**
 * Measures how fast a new durable consumer handles all events of the stream. A new consumer begins with the first event
 * of the stream, so all events already wait for it.
 */
async function takeAll({ line, natsUrl, mongoUri, consumers, round }: Round): Promise<Taken> {
  const durable = `consumer_${round}_${consumers}_${mongoUri === '' ? 'bare' : 'writes'}`;
  const ready = line.subscribe(`bench.ready.${durable}`, { max: consumers });
  const programs = await Promise.all(
    Array.from({ length: consumers }, () =>
      startProgram(
        'dist/bench-consumer.mjs',
        { NATS_URL: natsUrl, MONGODB_URI: mongoUri, DURABLE: durable, EVENT_TYPE: labelPrinted.name },
        () => true,
      ),
    ),
  );
  try {
    for await (const _ of ready);
    const pids = programs.map(({ pid }) => pid);
    const cpuBefore = processorTime(pids);
    const begunAt = performance.now();
    line.publish(`bench.begin.${durable}`);
    await allTaken(line, durable);
    const seconds = (performance.now() - begunAt) / 1_000;
    return { perSecond: EVENTS / seconds, cpuMs: (processorTime(pids) - cpuBefore) / EVENTS };
  } finally {
    await Promise.all(programs.map((program) => program.stop()));
  }
}

interface ConsumerInfo {
  readonly num_pending?: number;
  readonly ack_floor?: { readonly consumer_seq: number };
}

async function allTaken(line: NatsConnection, durable: string): Promise<void> {
  const name = `${durable}__${labelPrinted.name.replaceAll('.', '_')}`;
  for (;;) {
    const answer = await line.request(`$JS.API.CONSUMER.INFO.${STREAM}.${name}`);
    const { num_pending, ack_floor } = answer.json<ConsumerInfo>();
    if (num_pending === 0 && (ack_floor?.consumer_seq ?? 0) >= EVENTS) return;
    await pause(20);
  }
}
