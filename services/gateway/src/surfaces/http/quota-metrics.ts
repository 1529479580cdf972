import { Counter, type Registry } from 'prom-client';
import type { QuotasOptions } from '../../clients/quotas-client';

/** Refusals of quotas: `memory` cost nothing, `auth` a call. A flood shows in the first. */
export function createQuotaMetrics(registry: Registry): QuotasOptions['onRefusal'] {
  const refusals = new Counter({
    name: 'parcelyard_quota_refusals_total',
    help: 'Requests refused because a network or an account had used a quota up, by who knew',
    labelNames: ['quota', 'by'],
    registers: [registry],
  });
  return (quota, by) => refusals.inc({ quota, by });
}
