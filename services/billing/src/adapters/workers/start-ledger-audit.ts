import { type RunResult, startWorker, type Worker } from '@parcelyard/due-work/worker';
import type { Logger } from '@parcelyard/service-kit/logger';
import { Counter, Gauge, type Metric } from 'prom-client';
import {
  checkTransfer,
  EMPTY_LEDGER,
  LEDGER_VIOLATIONS,
  type Position,
  positionAfter,
} from '../../domain/ledger';
import type { LedgerStore } from '../mongo/ledger-store';

interface Options {
  ledger: LedgerStore;
  logger: Logger;
  /** Milliseconds between two parts of a check; 10,000 when absent. */
  stepMs?: number;
  /** Milliseconds between two complete checks; 60,000 when absent. */
  pauseMs?: number;
  /** Transfers in one part of a check; 500 when absent. */
  batch?: number;
}

export interface LedgerAudit extends Worker {
  readonly metrics: readonly Metric[];
}

/**
 * Checks every account's ledger again and again, a few transfers at a time, so that the load stays small. It does not
 * compare the ledger with carriers and payment gateway; `shipctl ledger verify` does.
 */
export function startLedgerAudit(options: Options): LedgerAudit {
  const { ledger, logger, stepMs = 10_000, pauseMs = 60_000, batch = 500 } = options;
  const checked = new Counter({
    name: 'parcelyard_ledger_checked_transfers_total',
    help: 'Transfers that the audit of this process has looked at',
    registers: [],
  });
  const rounds = new Counter({
    name: 'parcelyard_ledger_rounds_total',
    help: 'Walks over the whole ledger that the audit of this process has ended',
    registers: [],
  });
  const violations = new Gauge({
    name: 'parcelyard_ledger_violations',
    help: 'Transfers that break a rule of the ledger, found in the last whole walk or since, by rule',
    labelNames: ['rule'],
    registers: [],
  });
  for (const rule of LEDGER_VIOLATIONS) violations.set({ rule }, 0);

  let at = { accountId: 0, seq: 0 };
  let position: Position = EMPTY_LEDGER;
  let lastRound = new Map<string, number>();
  let thisRound = new Map<string, number>();

  const show = () => {
    for (const rule of LEDGER_VIOLATIONS) {
      violations.set({ rule }, Math.max(lastRound.get(rule) ?? 0, thisRound.get(rule) ?? 0));
    }
  };
  const run = async (): Promise<RunResult> => {
    const transfers = await ledger.list(0, at, batch);
    for (const transfer of transfers) {
      const { accountId, seq, key } = transfer;
      const before = accountId === at.accountId ? position : EMPTY_LEDGER;
      for (const rule of checkTransfer(transfer, before)) {
        thisRound.set(rule, (thisRound.get(rule) ?? 0) + 1);
        logger.error({ rule, accountId, transfer: key }, 'the ledger breaks a rule');
      }
      at = { accountId, seq };
      position = positionAfter(transfer);
      checked.inc();
    }
    const ended = transfers.length < batch;
    if (ended) {
      lastRound = thisRound;
      thisRound = new Map();
      at = { accountId: 0, seq: 0 };
      position = EMPTY_LEDGER;
      rounds.inc();
    }
    show();
    return { found: false, ...(ended ? {} : { nextAt: new Date(Date.now() + stepMs) }) };
  };
  return {
    ...startWorker({ name: 'ledger audit', run, maxIdleMs: pauseMs, logger }),
    metrics: [checked, rounds, violations],
  };
}
