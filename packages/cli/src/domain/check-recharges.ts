import type { GatewayCharge, Transfer } from '@parcelyard/contracts/billing';
import { centsOn, type LedgerEvidence, type Report, saleStateOf } from './ledger-evidence';

const RECHARGE = 'recharge:';

/** Checks that the payment gateway's journal and the ledger have the same charges. */
export function checkRecharges(
  { before, transfers, charges, purchases }: LedgerEvidence,
  report: Report,
): void {
  const recharges = new Map(
    transfers
      .filter(({ kind }) => kind === 'recharge')
      .map((transfer) => [transfer.key.slice(RECHARGE.length), transfer]),
  );
  const succeeded = new Map<string, GatewayCharge>();
  for (const charge of charges) {
    if (charge.status !== 'succeeded') continue;
    const { reference, accountId } = charge;
    if (succeeded.has(reference)) {
      const detail = 'the payment gateway charged this reference twice';
      report('charged_twice', accountId, reference, detail);
    }
    succeeded.set(reference, charge);
  }
  for (const [reference, transfer] of recharges) checkRecharge(transfer, succeeded.get(reference), report);

  const underWay = new Set(
    [...purchases, ...before.purchases]
      .filter((purchase) => saleStateOf(purchase) === 'under_way')
      .map(({ purchaseId }) => purchaseId),
  );
  for (const { reference, accountId, status, settling } of before.charges) {
    // `settling` means that billing has not finished the recharge. For a recharge of a batch, only `settling` shows
    // this, because such a recharge has no purchase.
    if (settling || status !== 'succeeded' || recharges.has(reference)) continue;
    if (underWay.has(purchaseOf(reference)) || wasReturned(succeeded.get(reference))) continue;
    const detail = 'the card was charged, but the balance did not get the money';
    report('charge_without_recharge', accountId, reference, detail);
  }
}

function checkRecharge(transfer: Transfer, charge: GatewayCharge | undefined, report: Report): void {
  const { key, accountId } = transfer;
  if (!charge) {
    report('recharge_without_charge', accountId, key, 'the payment gateway charged nothing');
    return;
  }
  const got = centsOn(transfer, 'available');
  if (got !== charge.amountCents || accountId !== charge.accountId) {
    const detail = `account ${accountId} got ${got} cents, but account ${charge.accountId} was charged ${charge.amountCents}`;
    report('recharge_amount', accountId, key, detail);
  }
}

/** True when an operator refunded a charge that never reached a balance, so nobody lost money. */
const wasReturned = (charge: GatewayCharge | undefined): boolean =>
  charge !== undefined &&
  charge.reversals.reduce((sum, { taken, amountCents }) => sum + (taken ? amountCents : 0), 0) >=
    charge.amountCents;

/**
 * Returns the purchase of a charge, from a reference such as `rch_<purchase>_<attempt>`. Newer references end with
 * `-<random>`.
 */
const purchaseOf = (reference: string): string =>
  /^rch_(.+)_\d+(?:-[a-z0-9]+)?$/.exec(reference)?.[1] ?? reference;
