import { DomainError } from '@parcelyard/service-kit/domain-error';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { type NatsServer, startNatsServer } from '@parcelyard/testing/start-nats-server';
import type { Bus, SubscriptionOptions } from '../src/bus';
import { labelPrinted } from '../src/event-type';
import { connectJetStreamBus } from '../src/jetstream/connect-jetstream-bus';
import { anEvent } from './event-message';

const [AWAY, WELL] = [7, 8];
const PATIENCE_MS = 100_000;

let nats: NatsServer;
let bus: Bus;
let finish: () => void = () => undefined;
beforeEach(async () => {
  nats = await startNatsServer();
  bus = await connectJetStreamBus({
    natsUrl: nats.url,
    nats: { DEPLOYMENT_NAME: 'test' },
    logger: silentLogger,
    redeliveryDelayMs: () => PATIENCE_MS,
  });
});
afterEach(async () => {
  finish();
  await bus?.close();
  await nats?.stop();
});

const publish = async (count: number, accountId: number) => {
  for (let from = 0; from < count; from += 500) {
    const some = Array.from({ length: Math.min(500, count - from) }, (_, n) => from + n);
    await Promise.all(some.map((n) => bus.publish({ ...anEvent(n, `${accountId}:${n}`), accountId })));
  }
};

/** Starts a consumer that runs `onAway` for the events of one account, and does nothing for other events. */
async function consume(onAway: () => Promise<void>, concurrency: number) {
  const handled: number[] = [];
  let failing = 0;
  const handle: SubscriptionOptions['handle'] = async ({ accountId }) => {
    if (accountId === AWAY) {
      failing += 1;
      await onAway();
    }
    handled.push(accountId);
  };
  await bus.subscribe({ durable: 'shards', type: labelPrinted.name, concurrency, handle });
  return { handled, failing: () => failing };
}

it('more events than may wait, with handlers that do not end, do not delay events of another account', async () => {
  const hanging = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await eventually(() => publish(1, AWAY));
  const { handled, failing } = await consume(() => hanging, 300);
  await publish(700, AWAY);
  await eventually(() => expect(failing()).toBeGreaterThanOrEqual(300), PATIENCE_MS);
  await publish(1, WELL);
  await eventually(() => expect(handled).toEqual([WELL]), PATIENCE_MS);
});

it('ten thousand events that wait for a repeat do not delay events of another account', async () => {
  await eventually(() => publish(1, AWAY));
  const { handled, failing } = await consume(
    () => Promise.reject(new DomainError('unavailable', 'unavailable', {})),
    256,
  );
  await publish(10_001, AWAY);
  await eventually(() => expect(failing()).toBeGreaterThanOrEqual(10_000), PATIENCE_MS);
  // `filled` is the share of the limit of 100,000 unacknowledged events.
  const [{ filled = 0 } = {}] = await bus.fills();
  expect(filled).toBeCloseTo(0.1, 2);
  await publish(1, WELL);
  await eventually(() => expect(handled).toEqual([WELL]), PATIENCE_MS);
});

it('a server restart while handlers occupy every place leaves no timer', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const hanging = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begun = 0;
  const listen = () =>
    bus.subscribe({
      durable: 'hanging',
      type: labelPrinted.name,
      concurrency: 300,
      handle: () => {
        begun += 1;
        return hanging;
      },
    });
  await eventually(() => publish(1, WELL));
  const before = timers();
  const subscription = await listen();
  const accounts = Array.from({ length: 600 }, (_, n) => n + 100);
  await Promise.all(accounts.map((accountId) => publish(1, accountId)));
  // 300 events that count in `concurrency`, and the maximum of 256 slow events, which do not count.
  await eventually(() => expect(begun).toBe(556), PATIENCE_MS);
  for (let restarts = 0; restarts < 3; restarts += 1) {
    await nats.kill();
    await eventually(() => expect(bus.isConnected()).toBe(false));
    await nats.restart();
    await eventually(() => expect(bus.isConnected()).toBe(true));
    // The consumer has no free place, so it requests no events. After each restart, the subscription must ask the
    // server for its consumer nevertheless.
    await eventually(async () => expect(await nats.countSubscriptions()).toBeGreaterThan(0));
  }
  finish();
  await subscription.stop();
  await eventually(() => expect(timers()).toBeLessThanOrEqual(before));
});
