import { Registry } from 'prom-client';
import { gaugeOf } from '../src/gauge-of';

const shown = async (registry: Registry) =>
  (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('a gauge is read only for a scrape, and once for several scrapes at the same time', async () => {
  let reads = 0;
  const registry = new Registry();
  registry.registerMetric(
    gaugeOf({
      name: 'waiting',
      help: 'x',
      labelNames: ['kind'],
      read: async () => {
        reads += 1;
        return [{ labels: { kind: 'a' }, value: 3 }];
      },
    }),
  );
  expect(reads).toBe(0);
  const looks = await Promise.all([shown(registry), shown(registry), shown(registry)]);
  expect(looks).toEqual(Array.from({ length: 3 }, () => ['waiting{kind="a"} 3']));
  expect(await shown(registry)).toEqual(['waiting{kind="a"} 3']);
  expect(reads).toBe(1);
});

it.each<[string, readonly string[]]>([
  ['with labels', ['kind']],
  ['without labels', []],
])('a metric %s that cannot be read is missing and hides no other metric', async (_name, labelNames) => {
  const registry = new Registry();
  const read = () => Promise.reject(new Error('no database'));
  registry.registerMetric(gaugeOf<string>({ name: 'away', help: 'x', labelNames, read }));
  registry.registerMetric(gaugeOf({ name: 'here', help: 'x', read: async () => [{ value: 1 }] }));
  expect(await shown(registry)).toEqual(['here 1']);
});

it('a metric is missing, and not as it was before, while its values do not arrive', async () => {
  const registry = new Registry();
  const reads = [Promise.resolve([{ value: 3 }]), new Promise<never>(() => undefined)];
  registry.registerMetric(
    gaugeOf({ name: 'waiting', help: 'x', read: () => reads.shift() as (typeof reads)[0] }),
  );
  expect(await shown(registry)).toEqual(['waiting 3']);
  jest.advanceTimersByTime(60_000);
  const later = shown(registry);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await later).toEqual([]);
});
