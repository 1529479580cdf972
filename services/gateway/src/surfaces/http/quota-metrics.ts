import { Counter, type Registry } from 'prom-client';
import type { QuotasOptions } from '../../clients/quotas-client';

/**
 * Counts refusals because of quotas. `memory`: this process already knew that the quota was used up, and did not ask
 * auth. `auth`: auth refused. During a flood of requests, `memory` increases.
 */
export function createQuotaMetrics(registry: Registry): QuotasOptions['onRefusal'] {
  const refusals = new Counter({
    name: 'parcelyard_quota_refusals_total',
    help: 'Requests refused because a network or an account had used a quota up, by who knew',
    labelNames: ['quota', 'by'],
    registers: [registry],
  });
  return (quota, by) => refusals.inc({ quota, by });
}
