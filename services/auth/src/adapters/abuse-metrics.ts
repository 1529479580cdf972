import type { BoundedQueue } from '@parcelyard/service-kit/bounded-queue';
import { Counter, Gauge } from 'prom-client';
import type { BudgetName } from '../domain/budget';

/** Metrics that tell a flood from a busy day. */
export function createAbuseMetrics(queue: BoundedQueue) {
  const uses = new Counter({
    name: 'parcelyard_budget_uses_total',
    help: 'Uses of a budget by outcome: spent, or refused for the network or the account',
    labelNames: ['budget', 'outcome'],
    registers: [],
  });
  const passwords = new Gauge({
    name: 'parcelyard_passwords',
    help: 'Passwords that are being hashed or checked, and those that wait for it',
    labelNames: ['state'],
    registers: [],
    collect() {
      const { running, waiting } = queue.size;
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  return {
    countUse: (budget: BudgetName, outcome: 'spent' | 'network' | 'account') => uses.inc({ budget, outcome }),
    all: [uses, passwords],
  };
}

export type AbuseMetrics = ReturnType<typeof createAbuseMetrics>;
