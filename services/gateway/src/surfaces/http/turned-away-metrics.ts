import { Counter, type Registry } from 'prom-client';
import type { Bound } from './admission';

/**
 * Counts requests that got 503 because there was no room. `gateway` and `connection` limit requests in flight; `line`
 * limits requests of one token or network that wait to be authorised.
 */
export function createTurnedAwayMetrics(registry: Registry): (bound: Bound | 'line') => void {
  const turnedAway = new Counter({
    name: 'parcelyard_requests_turned_away_total',
    help: 'Requests answered 503 because there was no room, by what was full',
    labelNames: ['bound'],
    registers: [registry],
  });
  for (const bound of ['gateway', 'connection', 'line']) turnedAway.inc({ bound }, 0);
  return (bound) => turnedAway.inc({ bound });
}
