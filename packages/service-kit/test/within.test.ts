import { within } from '../src/within';

const never = new Promise<string>(() => undefined);

it('work has its time, and after that the caller gets what the time-out gives or throws', async () => {
  expect(await within(1_000, Promise.resolve('done'), () => 'late')).toBe('done');
  expect(await within(1, never, () => 'late')).toBe('late');
  await expect(
    within(1, never, () => {
      throw new Error('late');
    }),
  ).rejects.toThrow('late');
  await expect(within(1_000, Promise.reject(new Error('failed')), () => 'late')).rejects.toThrow('failed');
});
