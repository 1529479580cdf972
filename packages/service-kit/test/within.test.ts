import { within } from '../src/within';

const never = new Promise<string>(() => undefined);

it('work gets its time limit, and then the caller gets the value or error of the time-out', async () => {
  expect(await within(1_000, Promise.resolve('done'), () => 'late')).toBe('done');
  expect(await within(1, never, () => 'late')).toBe('late');
  await expect(
    within(1, never, () => {
      throw new Error('late');
    }),
  ).rejects.toThrow('late');
  await expect(within(1_000, Promise.reject(new Error('failed')), () => 'late')).rejects.toThrow('failed');
});
