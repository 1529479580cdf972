import { Counter, type Registry } from 'prom-client';
import type { QuotasOptions } from '../../clients/quotas-client';

/**
 * Counts refusals because of quotas. A refusal counts as `auth` when auth refused the request. It counts as `memory`
 * when this process remembered a refusal by auth and did not ask again, as during a flood of requests.
 */
export function createQuotaMetrics(registry: Registry): QuotasOptions['onRefusal'] {
  const refusals = new Counter({
    name: 'parcelyard_quota_refusals_total',
    help: 'Requests refused because a network or an account had used up a quota, by which part refused',
    labelNames: ['quota', 'by'],
    registers: [registry],
  });
  return (quota, by) => refusals.inc({ quota, by });
}
