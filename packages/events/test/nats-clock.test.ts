import { requireSameTime } from '../src/jetstream/describe-cluster';

const NOW = new Date('2026-11-24T12:00:00.000Z');

it.each([
  ['2026-11-24T12:00:01.999Z'],
  ['2026-11-24T11:59:58.001123456Z'],
  // NATS before 2.10 does not report its time.
  [undefined],
])('a NATS server with the time %s is accepted at 12:00:00', (told) => {
  expect(() => requireSameTime(told, NOW, NOW)).not.toThrow();
});

it.each([
  ['2026-11-24T12:01:30Z', '90.0 s ahead of'],
  ['2026-11-24T11:59:57.5Z', '2.5 s behind'],
])('a NATS server with the time %s is refused as %s this machine', (told, away) => {
  expect(() => requireSameTime(told, NOW, NOW)).toThrow(
    `the clock of NATS is ${away} this machine's: synchronize both with NTP`,
  );
});

it('a server with the right time is accepted, however slow its answer is', () => {
  const times = ['12:00:00', '12:00:04', '12:00:08'].map((time) => `2026-11-24T${time}Z`);
  const [askedAt, told, answeredAt] = times as [string, string, string];
  expect(() => requireSameTime(told, new Date(askedAt), new Date(answeredAt))).not.toThrow();
});
