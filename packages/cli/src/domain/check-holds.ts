import type { Transfer } from '@parcelyard/contracts/billing';
import { centsOn, type LedgerEvidence, type Report, saleStateOf } from './ledger-evidence';

const HOLD = 'hold:';

/** Checks that every hold is resolved exactly once with its amount, or belongs to an unfinished purchase. */
export function checkHolds({ transfers, before, purchases }: LedgerEvidence, report: Report): void {
  const holds = new Map(transfers.filter(({ kind }) => kind === 'hold').map((hold) => [hold.key, hold]));
  const resolutions = new Map<string, Transfer[]>();
  for (const transfer of transfers) {
    // The end of a batch's reservation resolves a reservation, not a hold.
    if (transfer.resolves === undefined || transfer.kind === 'reservation_end') continue;
    resolutions.set(transfer.resolves, [...(resolutions.get(transfer.resolves) ?? []), transfer]);
  }
  const finished = new Set(
    before.purchases
      .filter((purchase) => saleStateOf(purchase) !== 'under_way')
      .map(({ purchaseId }) => purchaseId),
  );
  // A purchase may have ended after it was first read. So the hold of a purchase is checked only if the purchase's
  // state has not changed.
  const last = new Map(purchases.map(({ purchaseId, state }) => [purchaseId, state]));
  const keys = new Set(transfers.map(({ accountId, key }) => `${accountId} ${key}`));
  for (const { accountId, purchaseId, state } of before.purchases) {
    if (state !== 'labelled' || last.get(purchaseId) !== state) continue;
    if (!keys.has(`${accountId} ${HOLD}${purchaseId}`))
      report('hold_missing', accountId, purchaseId, 'its label is sold, but no money is held for it');
  }
  const known = new Set(purchases.map(({ purchaseId }) => purchaseId));

  for (const [key, { accountId }] of holds) {
    if (resolutions.has(key)) continue;
    const purchaseId = key.slice(HOLD.length);
    if (finished.has(purchaseId)) {
      report('hold_unresolved', accountId, key, 'its purchase has ended, but the money is still held');
    } else if (!known.has(purchaseId)) {
      const detail = 'its purchase does not exist, so the hold will never be resolved';
      report('hold_without_purchase', accountId, key, detail);
    }
  }
  for (const [key, resolved] of resolutions) checkResolutions(holds.get(key), resolved, report);
}

function checkResolutions(
  hold: Transfer | undefined,
  resolutions: readonly Transfer[],
  report: Report,
): void {
  if (resolutions.length > 1) {
    for (const { key, accountId } of resolutions) {
      const others = resolutions.filter((other) => other.key !== key).map((other) => other.key);
      report('hold_resolved_twice', accountId, key, `also resolved by ${others.join(', ')}`);
    }
  }
  for (const resolution of resolutions) {
    const { key, accountId } = resolution;
    const taken = -centsOn(resolution, 'held');
    const held = hold ? centsOn(hold, 'held') : 0;
    // A release may exist without a hold. Such a release moves no money. If its hold arrives later, billing refuses the
    // hold.
    if (!hold && resolution.kind !== 'release') {
      report('capture_without_hold', accountId, key, 'nothing was held');
    } else if (taken !== held) {
      report('hold_resolved_in_part', accountId, key, `resolves ${taken} of the ${held} cents that are held`);
    }
    if (hold && resolution.kind === 'release' && resolution.shipmentMonth !== hold.shipmentMonth) {
      const detail = `subtracts the shipment in ${resolution.shipmentMonth}, but the hold counted it in ${hold.shipmentMonth}`;
      report('shipment_of_another_month', accountId, key, detail);
    }
    if (hold && hold.accountId !== accountId) {
      const detail = `the hold belongs to account ${hold.accountId}`;
      report('hold_of_another_account', accountId, key, detail);
    }
  }
}
