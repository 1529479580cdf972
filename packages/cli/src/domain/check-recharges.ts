import type { GatewayCharge, Transfer } from '@parcelyard/contracts/billing';
import { movedOn } from './check-accounts';
import type { LedgerEvidence, Violation } from './ledger-evidence';
import { standingOf } from './purchase-standing';

const RECHARGE = 'recharge:';

/** The payment gateway's journal and the ledger tell of the same charges. */
export function checkRecharges({ before, transfers, charges, purchases }: LedgerEvidence): Violation[] {
  const recharges = new Map(
    transfers
      .filter(({ kind }) => kind === 'recharge')
      .map((transfer) => [transfer.key.slice(RECHARGE.length), transfer]),
  );
  const succeeded = new Map<string, GatewayCharge>();
  const violations: Violation[] = [];
  for (const charge of charges) {
    if (charge.status !== 'succeeded') continue;
    const { reference: subject, accountId } = charge;
    if (succeeded.has(subject)) {
      const detail = 'the payment gateway charged twice under this reference';
      violations.push({ rule: 'charged_twice', accountId, subject, detail });
    }
    succeeded.set(subject, charge);
  }
  for (const [reference, transfer] of recharges) {
    violations.push(...checkRecharge(transfer, succeeded.get(reference)));
  }

  const underWay = new Set(
    purchases
      .filter((purchase) => standingOf(purchase) === 'under_way')
      .concat(before.purchases.filter((purchase) => standingOf(purchase) === 'under_way'))
      .map(({ purchaseId }) => purchaseId),
  );
  for (const { reference: subject, accountId, status, settling } of before.charges) {
    // Of a batch's top-up billing alone knows that it is under way.
    if (settling || status !== 'succeeded' || recharges.has(subject)) continue;
    if (underWay.has(purchaseOf(subject)) || wentBack(succeeded.get(subject))) continue;
    const detail = 'the card was charged and the balance did not get it';
    violations.push({ rule: 'charge_without_recharge', accountId, subject, detail });
  }
  return violations;
}

function checkRecharge(transfer: Transfer, charge: GatewayCharge | undefined): Violation[] {
  const { key: subject, accountId } = transfer;
  if (!charge) {
    return [
      { rule: 'recharge_without_charge', accountId, subject, detail: 'the payment gateway charged nothing' },
    ];
  }
  const got = movedOn(transfer, 'available');
  if (got !== charge.amountCents || accountId !== charge.accountId) {
    const detail = `account ${accountId} got ${got}, account ${charge.accountId} was charged ${charge.amountCents}`;
    return [{ rule: 'recharge_amount', accountId, subject, detail }];
  }
  return [];
}

/** An operator gave the card back what no balance got: nobody lost anything. */
const wentBack = (charge: GatewayCharge | undefined): boolean =>
  charge !== undefined &&
  charge.reversals.reduce((sum, { taken, amountCents }) => sum + (taken ? amountCents : 0), 0) >=
    charge.amountCents;

/** `rch_<purchase>_<attempt>`, since some time with `-<random>` behind it, names the purchase that the charge was for. */
const purchaseOf = (reference: string): string =>
  /^rch_(.+)_\d+(?:-[a-z0-9]+)?$/.exec(reference)?.[1] ?? reference;
