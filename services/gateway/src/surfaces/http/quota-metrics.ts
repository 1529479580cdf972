import { Counter, type Registry } from 'prom-client';
import type { QuotasOptions } from '../../clients/quotas-client';

/**
 * Refusals of quotas. `memory`: this process already knew that the quota was used up, and did not ask auth. `auth`: auth
 * refused. A flood of requests shows under `memory`.
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
