import { KeyedMutex } from '../src/keyed-mutex';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('work on one key runs one after another in the order of arrival, also after a failure, and other keys do not wait', async () => {
  const mutex = new KeyedMutex<string>();
  const steps: string[] = [];
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = mutex.runExclusive('a', async () => {
    steps.push('first begins');
    await opened;
    throw new Error('failed');
  });
  const second = mutex.runExclusive('a', async () => steps.push('second'));
  const third = mutex.runExclusive('a', async () => steps.push('third'));
  await mutex.runExclusive('b', async () => steps.push('other key'));
  await turn();
  expect(steps).toEqual(['first begins', 'other key']);
  open();
  await expect(first).rejects.toThrow('failed');
  await Promise.all([second, third]);
  expect(steps).toEqual(['first begins', 'other key', 'second', 'third']);
});
