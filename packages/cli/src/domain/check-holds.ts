import type { Transfer } from '@parcelyard/contracts/billing';
import { movedOn } from './check-accounts';
import type { LedgerEvidence, Violation } from './ledger-evidence';
import { standingOf } from './purchase-standing';

const HOLD = 'hold:';

/** Every hold is resolved exactly once, by what it held, or belongs to a purchase that is still under way. */
export function checkHolds({ transfers, before, purchases }: LedgerEvidence): Violation[] {
  const violations: Violation[] = [];
  const holds = new Map(transfers.filter(({ kind }) => kind === 'hold').map((hold) => [hold.key, hold]));
  const resolutions = new Map<string, Transfer[]>();
  for (const transfer of transfers) {
    if (transfer.resolves === undefined) continue;
    resolutions.set(transfer.resolves, [...(resolutions.get(transfer.resolves) ?? []), transfer]);
  }
  const finished = new Set(
    before.purchases
      .filter((purchase) => standingOf(purchase) !== 'under_way')
      .map(({ purchaseId }) => purchaseId),
  );
  const known = new Set(purchases.map(({ purchaseId }) => purchaseId));

  for (const [key, { accountId }] of holds) {
    if (resolutions.has(key)) continue;
    const purchaseId = key.slice(HOLD.length);
    if (finished.has(purchaseId)) {
      const detail = 'its purchase is finished and the money is still held';
      violations.push({ rule: 'hold_unresolved', accountId, subject: key, detail });
    } else if (!known.has(purchaseId)) {
      const detail = 'no purchase of this id exists, so nothing will ever resolve it';
      violations.push({ rule: 'hold_without_purchase', accountId, subject: key, detail });
    }
  }
  for (const [key, resolved] of resolutions) {
    violations.push(...checkResolutions(holds.get(key), resolved));
  }
  return violations;
}

function checkResolutions(hold: Transfer | undefined, resolutions: readonly Transfer[]): Violation[] {
  const violations: Violation[] = [];
  if (resolutions.length > 1) {
    for (const { key, accountId } of resolutions) {
      const others = resolutions.filter((other) => other.key !== key).map((other) => other.key);
      const detail = `also resolved by ${others.join(', ')}`;
      violations.push({ rule: 'hold_resolved_twice', accountId, subject: key, detail });
    }
  }
  for (const resolution of resolutions) {
    const { key, accountId } = resolution;
    const taken = -movedOn(resolution, 'held');
    const held = hold ? movedOn(hold, 'held') : 0;
    // A release without a hold moves nothing: it bars a hold that could come late.
    if (!hold && resolution.kind !== 'release') {
      violations.push({ rule: 'capture_without_hold', accountId, subject: key, detail: 'nothing was held' });
    } else if (taken !== held) {
      const detail = `resolves ${taken} of ${held} cents held`;
      violations.push({ rule: 'hold_resolved_in_part', accountId, subject: key, detail });
    }
    if (hold && hold.accountId !== accountId) {
      const detail = `the hold belongs to account ${hold.accountId}`;
      violations.push({ rule: 'hold_of_another_account', accountId, subject: key, detail });
    }
  }
  return violations;
}
