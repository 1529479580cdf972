import { seeded } from '@parcelyard/testing/seeded';
import { type Station, simulate } from '../growth-model/simulate';

const SERVICE_MS = 10;

/** Returns the waits of calls at one station with this many servers, each busy for this share of the time. */
function waitsAt(busy: number, station: Station, times: 'fixed' | 'exponential') {
  const perSecond = (busy * station.servers * 1_000) / SERVICE_MS;
  const simulated = simulate({
    stations: { only: station },
    traffic: { call: { perSecond, visits: [{ station: 'only', ms: SERVICE_MS }] } },
    calls: 120_000,
    random: seeded(1),
    times,
  });
  return simulated.call as { mean: number; p50: number; p99: number };
}

/**
 * Expects a difference of at most four percent, because chance alone can cause such a difference with this many calls.
 */
const expectNear = (simulated: number, exact: number) =>
  expect(Math.abs(simulated / exact - 1)).toBeLessThan(0.04);

/** Returns the share of calls that have to wait when `servers` servers share one waiting line (Erlang C). */
function erlangC(servers: number, busy: number): number {
  const offered = servers * busy;
  let term = 1;
  let sum = 1;
  for (let place = 1; place < servers; place += 1) {
    term *= offered / place;
    sum += term;
  }
  const all = (term * offered) / servers / (1 - busy);
  return all / (sum + all);
}

describe('the simulation agrees with queueing theory:', () => {
  it.each([0.3, 0.6, 0.8])('fixed times, one server (M/D/1) that is busy %d of the time', (busy) => {
    const { mean } = waitsAt(busy, { servers: 1, line: 'one' }, 'fixed');
    expectNear(mean, SERVICE_MS + (SERVICE_MS * busy) / (2 * (1 - busy)));
  });

  it.each([0.3, 0.6, 0.8])('exponential times, one server (M/M/1) that is busy %d of the time', (busy) => {
    const { mean, p50, p99 } = waitsAt(busy, { servers: 1, line: 'one' }, 'exponential');
    const exact = SERVICE_MS / (1 - busy);
    expectNear(mean, exact);
    expectNear(p50, exact * Math.log(2));
    expectNear(p99, exact * Math.log(100));
  });

  it.each([2, 8])('one queue for %d servers (M/M/c)', (servers) => {
    const { mean } = waitsAt(0.8, { servers, line: 'one' }, 'exponential');
    expectNear(mean, SERVICE_MS + (erlangC(servers, 0.8) * SERVICE_MS) / (servers * (1 - 0.8)));
  });

  it('one queue for each server, chosen at random, equals as many single servers', () => {
    const { mean } = waitsAt(0.6, { servers: 8, line: 'each' }, 'exponential');
    expectNear(mean, SERVICE_MS / (1 - 0.6));
  });

  it('two stations in sequence have twice the time of one', () => {
    const visit = { ms: SERVICE_MS };
    const { call } = simulate({
      stations: { first: { servers: 1, line: 'one' }, second: { servers: 1, line: 'one' } },
      traffic: {
        call: {
          perSecond: 60,
          visits: [
            { station: 'first', ...visit },
            { station: 'second', ...visit },
          ],
        },
      },
      calls: 120_000,
      random: seeded(2),
      times: 'exponential',
    });
    expectNear(call?.mean ?? 0, (2 * SERVICE_MS) / (1 - 0.6));
  });
});
