import { checkAccounts } from './check-accounts';
import { checkAdjustments } from './check-adjustments';
import { checkHolds } from './check-holds';
import { checkLabels } from './check-labels';
import { checkOrders } from './check-orders';
import { checkRecharges } from './check-recharges';
import { checkReversals } from './check-reversals';
import { checkSpending } from './check-spending';
import type { LedgerEvidence, Report, Violation } from './ledger-evidence';

export interface LedgerProof {
  ok: boolean;
  accounts: number;
  transfers: number;
  recharges: number;
  captures: number;
  releases: number;
  refunds: number;
  adjustments: number;
  /** Holds of purchases that have not ended. */
  open_holds: number;
  /** Labels that the carriers sold, including voided labels. */
  labels: number;
  violations: Violation[];
}

/**
 * Proves that no money was lost or created. Transfers sum to zero. Numbers have no gaps. Balances are the sums of the
 * lines and are not negative. Every hold is resolved exactly once, or belongs to an unfinished purchase. Every finished
 * purchase has exactly one capture, and one label at the carrier. Every recharge has its charge at the payment gateway,
 * with the same refunds and disputes. Adjustments of postage match the carriers' records. Each account's daily spending
 * is the result of its transfers. Every named account and order exists, and orders show their bought labels.
 */
export function verifyLedger(evidence: LedgerEvidence): LedgerProof {
  const { transfers, journal } = evidence;
  const count = (kind: string) => transfers.filter((transfer) => transfer.kind === kind).length;
  const resolved = new Set(transfers.map(({ resolves }) => resolves));
  const violations: Violation[] = [];
  const report: Report = (rule, accountId, subject, detail) =>
    violations.push({ rule, accountId, subject, detail });
  checkAccounts(transfers, report);
  checkSpending(transfers, report);
  checkHolds(evidence, report);
  checkLabels(evidence, report);
  checkRecharges(evidence, report);
  checkReversals(evidence, report);
  checkAdjustments(evidence, report);
  checkOrders(evidence, report);
  return {
    ok: violations.length === 0,
    accounts: new Set(transfers.map(({ accountId }) => accountId)).size,
    transfers: transfers.length,
    recharges: count('recharge'),
    captures: count('capture'),
    releases: count('release'),
    refunds: count('refund'),
    adjustments: count('carrier_adjustment'),
    open_holds: transfers.filter(({ kind, key }) => kind === 'hold' && !resolved.has(key)).length,
    labels: journal.length,
    violations,
  };
}
