import { searchSuffixes } from '../../src/domain/search-suffixes';

it('a suffix has 24 characters; a character of two code units counts once', () => {
  const [first, second] = searchSuffixes(`ada ${'𝒳'.repeat(40)}`);
  expect(first).toBe(`ada ${'𝒳'.repeat(20)}`);
  expect(second).toBe('𝒳'.repeat(24));
});

it('a name of 64 KB of words is divided into suffixes quickly', () => {
  const start = process.cpuUsage();
  searchSuffixes('ab '.repeat(21_000));
  const microseconds = process.cpuUsage(start).user;
  expect(microseconds).toBeLessThan(1_000_000);
});
