import { Counter, type Registry } from 'prom-client';
import type { QuotasOptions } from '../../clients/quotas-client';

/**
 * Refusals of quotas. `memory`: refused without a call. `auth`: refused by a call to auth. A flood shows under
 * `memory`.
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
