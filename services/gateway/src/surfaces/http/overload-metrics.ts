import { Counter, type Registry } from 'prom-client';
import type { Bound } from './admission';

/**
 * Counts requests that got 503 because of a limit. `gateway` and `connection` are the limits of requests in progress.
 * `line` is the limit of requests of one token or network that wait for auth.
 */
export function createOverloadMetrics(registry: Registry): (bound: Bound | 'line') => void {
  const refused = new Counter({
    name: 'parcelyard_requests_turned_away_total',
    help: 'Requests refused with 503 because a limit of concurrent work was reached, by limit',
    labelNames: ['bound'],
    registers: [registry],
  });
  // Looking up a metric by its label costs more than counting, so each counter is looked up once.
  const by = {
    gateway: refused.labels('gateway'),
    connection: refused.labels('connection'),
    line: refused.labels('line'),
  };
  for (const counter of Object.values(by)) counter.inc(0);
  return (bound) => by[bound].inc();
}
