import { searchSuffixes } from '../../src/domain/search-suffixes';

it('a suffix has 24 characters; a character of two code units counts once', () => {
  const [first, second] = searchSuffixes(`ada ${'𝒳'.repeat(40)}`);
  expect(first).toBe(`ada ${'𝒳'.repeat(20)}`);
  expect(second).toBe('𝒳'.repeat(24));
});

/** Returns the processor time in microseconds of the quickest of several runs. */
function cost(words: number): number {
  const runs = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    searchSuffixes('ab '.repeat(words));
    return process.cpuUsage(start).user;
  });
  return Math.min(...runs);
}

it('the time to divide a name into suffixes grows only as its length does', () => {
  // If each suffix were read to its end, a name that is 16 times as long would cost 256 times as much.
  expect(cost(16_000)).toBeLessThan(80 * cost(1_000));
});
