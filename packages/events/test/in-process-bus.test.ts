import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { createInProcessBus } from '../src/in-process-bus';
import { anEvent } from './event-message';

const type = 'order.label_printed';

it('a held bus delivers nothing before its release, and then to all consumers that subscribed meanwhile', async () => {
  const bus = createInProcessBus({ logger: silentLogger, held: true });
  const got: string[] = [];
  const publishing = bus.publish(anEvent(1));
  for (const durable of ['one', 'two']) {
    const handle = async () => {
      got.push(durable);
    };
    await bus.subscribe({ durable, type, handle });
  }
  await bus.subscribe({
    durable: 'other',
    type: 'order.other',
    handle: async () => {
      got.push('other');
    },
  });
  expect(got).toEqual([]);
  bus.release();
  await publishing;
  expect(got.sort()).toEqual(['one', 'two']);
  await bus.close();
});

it('publishing returns only after the consumer has committed the event', async () => {
  const bus = createInProcessBus({ logger: silentLogger, redeliveryDelayMs: () => 1 });
  const steps: string[] = [];
  await bus.subscribe({
    durable: 'one',
    type,
    handle: async (_, { attempt }) => {
      steps.push(`attempt ${attempt}`);
      if (attempt < 3) throw new Error('not yet');
      steps.push('committed');
    },
  });
  await bus.publish(anEvent(1));
  steps.push('published');
  expect(steps).toEqual(['attempt 1', 'attempt 2', 'attempt 3', 'committed', 'published']);
  await bus.close();
});

it('publishing fails when the bus closes before a consumer has committed the event', async () => {
  const bus = createInProcessBus({ logger: silentLogger, redeliveryDelayMs: () => 1 });
  let attempts = 0;
  await bus.subscribe({
    durable: 'one',
    type,
    handle: async () => {
      attempts += 1;
      throw new Error('never');
    },
  });
  const publishing = bus.publish(anEvent(1));
  publishing.catch(() => undefined);
  await eventually(() => expect(attempts).toBeGreaterThan(1));
  await bus.close();
  await expect(publishing).rejects.toThrow('closed before the event was handled');
});

it('a bus that is closed while it is held refuses waiting events', async () => {
  const bus = createInProcessBus({ logger: silentLogger, held: true });
  const publishing = bus.publish(anEvent(1));
  await bus.close();
  await expect(publishing).rejects.toThrow('closed');
});
