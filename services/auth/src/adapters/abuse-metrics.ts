import type { BoundedQueue } from '@parcelyard/service-kit/bounded-queue';
import { Counter, Gauge } from 'prom-client';
import type { QuotaName } from '../domain/quota';

export function createAbuseMetrics(queue: BoundedQueue) {
  const uses = new Counter({
    name: 'parcelyard_quota_uses_total',
    help: 'Requests counted against a quota, by outcome: taken, refused for the network, or refused for the account',
    labelNames: ['quota', 'outcome'],
    registers: [],
  });
  const passwords = new Gauge({
    name: 'parcelyard_passwords',
    help: 'Passwords that are being hashed or checked, or wait for it',
    labelNames: ['state'],
    registers: [],
    collect() {
      const { running, waiting } = queue.size;
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  return {
    countUse: (quota: QuotaName, outcome: 'taken' | 'network' | 'account') => uses.inc({ quota, outcome }),
    all: [uses, passwords],
  };
}

export type AbuseMetrics = ReturnType<typeof createAbuseMetrics>;
