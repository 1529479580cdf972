import type { RechargeDocument } from '@parcelyard/billing/adapters/mongo/recharge-store';
import type { Order } from '@parcelyard/orders/domain/order';
import { ADJUSTMENTS } from '@parcelyard/shipping/adapters/mongo/adjustment-store';
import { BATCHES, type BatchDocument } from '@parcelyard/shipping/adapters/mongo/batch-store';
import { PURCHASES, type PurchaseDocument } from '@parcelyard/shipping/adapters/mongo/purchase-document';
import type { MemoryDatabase } from '@parcelyard/testing/memory-database';
import type { Document } from 'mongodb';
import type { ModelCarrier, ModelGateway } from './outside';

/** Data that a restored database lost and that no other service has. */
export interface Forgotten {
  readonly purchases: readonly PurchaseDocument[];
  readonly batches: readonly number[];
  /** References of labels whose postage was changed. */
  readonly adjustments: readonly string[];
  /** References of charges that billing sent, and that its restored database no longer has. */
  readonly charges: readonly string[];
}

const NOTHING: Forgotten = { purchases: [], batches: [], adjustments: [], charges: [] };

export interface Books {
  readonly forgotten?: Forgotten | undefined;
  readonly databases: Readonly<Record<'shipping' | 'billing' | 'orders', MemoryDatabase>>;
  readonly gateway: ModelGateway;
  readonly carrier: ModelCarrier;
}

interface TransferDocument extends Document {
  _id: string;
  seq: number;
  kind: string;
  lines: { ledger: string; cents: number }[];
  after: { available: number; held: number; shipments?: { used: number } };
  resolves?: string;
}

/**
 * Returns what is wrong in the databases, at the payment gateway and at the carrier when all work has ended, one
 * sentence for each fault.
 */
export function findFaults({ databases, gateway, carrier, forgotten = NOTHING }: Books): readonly string[] {
  const faults: string[] = [];
  const lost = new Map<string | undefined, PurchaseDocument>(
    forgotten.purchases.map((one) => [one._id, one]),
  );
  const transfers = databases.billing.all<TransferDocument>('transfers').sort((a, b) => a.seq - b.seq);
  const keys = new Set(transfers.map(({ _id }) => _id));
  const sum = { available: 0, held: 0 };
  transfers.forEach(({ _id, seq, kind, lines, after }, index) => {
    const before = sum.available;
    if (seq !== index + 1) faults.push(`${_id} has the number ${seq} instead of ${index + 1}`);
    if (lines.reduce((total, line) => total + line.cents, 0) !== 0) faults.push(`${_id} is not balanced`);
    for (const { ledger, cents: moved } of lines) {
      if (ledger === 'available' || ledger === 'held') sum[ledger] += moved;
    }
    if (after.available !== sum.available || after.held !== sum.held) faults.push(`${_id}: wrong balance`);
    // Only a carrier's adjustment may take more than the balance has.
    const least = kind === 'carrier_adjustment' ? sum.available : Math.min(0, before);
    if (sum.available < least || sum.held < 0) faults.push(`${_id}: below zero`);
  });
  for (const { reference, amount, status } of gateway.charges.values()) {
    const transfer = transfers.find(({ _id }) => _id === `recharge:${reference}`);
    const got = transfer?.lines.find(({ ledger }) => ledger === 'available')?.cents ?? 0;
    const taken = status === 'succeeded' ? amount : 0;
    if (got === 0 && forgotten.charges.includes(reference)) continue;
    if (got !== taken) faults.push(`${reference}: charged ${taken}, the balance got ${got}`);
  }
  for (const { _id, reference, state } of databases.billing.all<RechargeDocument>('recharges')) {
    const charged = gateway.charges.get(reference)?.status === 'succeeded';
    if (state === 'withdrawn' && forgotten.charges.includes(reference)) continue;
    if (charged !== (state === 'settled' || state === 'spent'))
      faults.push(`${_id} is ${state}, charged: ${charged}`);
  }
  for (const { _id, kind } of transfers) {
    const charged = gateway.charges.get(_id.slice('recharge:'.length));
    if (kind === 'recharge' && charged?.status !== 'succeeded') faults.push(`${_id}: nothing was charged`);
  }
  let heldForLost = 0;
  let countedForLost = 0;
  for (const { _id: key, kind, lines } of transfers) {
    if (kind !== 'hold') continue;
    const ends = transfers.filter(({ resolves }) => resolves === key).length;
    const isReleased = transfers.some(({ resolves, kind: how }) => resolves === key && how === 'release');
    if (lost.has(key.slice('hold:'.length)) && !isReleased) countedForLost += 1;
    if (ends === 0 && lost.has(key.slice('hold:'.length)))
      heldForLost += lines.find(({ ledger }) => ledger === 'held')?.cents ?? 0;
    else if (ends !== 1) faults.push(`${key} ended ${ends} times`);
  }
  const orders = databases.orders.all<Document & Order>('orders');
  const purchases = databases.shipping.all<PurchaseDocument>(PURCHASES);
  for (const { orderId, lockedBy, label } of orders) {
    if (lockedBy) faults.push(`order ${orderId} is locked by ${lockedBy}, whose work has ended`);
    const captured = purchases.filter(({ _id, orderId: of }) => of === orderId && keys.has(`capture:${_id}`));
    const names = captured.map(({ _id }) => _id).join();
    const isLost = names === '' && lost.has(label?.purchaseId);
    if (names !== (label?.purchaseId ?? '') && !isLost)
      faults.push(`order ${orderId} has the label of ${label?.purchaseId}, but ${names} was paid`);
  }
  for (const reference of carrier.labels.keys()) {
    const purchase = purchases.find(({ carrierReference }) => carrierReference === reference);
    const isLost = forgotten.purchases.some(({ carrierReference }) => carrierReference === reference);
    if (!purchase && isLost) continue;
    if (!keys.has(`capture:${purchase?._id}`))
      faults.push(`the carrier sold ${reference}, but nobody paid for it`);
  }
  for (const { _id } of purchases) if (lost.has(_id)) faults.push(`${_id} is the id of two purchases`);
  const known = new Set(databases.shipping.all<Document>(ADJUSTMENTS).map(({ reference }) => reference));
  for (const { _id, orderId, carrierReference = '' } of purchases) {
    const named = carrier.adjustments.get(carrierReference) ?? 0;
    // The adjustment was in the ledger before the restore, and the carrier has withdrawn it since.
    if (named === 0 && !known.has(carrierReference) && forgotten.adjustments.includes(carrierReference))
      continue;
    const booked = transfers
      .filter(({ _id: key }) => key.startsWith(`carrier_adjustment:${_id}:`))
      .flatMap(({ lines }) => lines.filter(({ ledger }) => ledger === 'carrier_payable'))
      .reduce((total, line) => total + line.cents, 0);
    const record = orders
      .find((order) => order.orderId === orderId)
      ?.boughtLabels?.find(({ purchaseId }) => purchaseId === _id);
    const told = record?.adjustments?.reduce((total, one) => total + one.cents, 0) ?? 0;
    if (booked !== named || told !== named)
      faults.push(`${_id}: the carrier adjusted ${named} cents, the ledger ${booked} and the order ${told}`);
  }
  const adjusted = transfers.filter(
    ({ kind, lines }) => kind === 'carrier_adjustment' && lines.length > 0,
  ).length;
  const mails = databases.billing
    .all<Document>('owner_notices')
    .filter(({ _id }) => String(_id).includes(':carrier_adjustment:')).length;
  if (mails !== adjusted) faults.push(`${adjusted} adjustments are booked, but the owner got ${mails} mails`);
  for (const { _id, state, carrierReference = '' } of purchases) {
    const sold = carrier.labels.has(carrierReference);
    if ((state === 'done') !== sold)
      faults.push(`${_id} is ${state}, but the carrier ${sold ? 'sold' : 'did not sell'}`);
  }
  for (const { _id, items, active } of databases.shipping.all<BatchDocument>(BATCHES)) {
    if (forgotten.batches.includes(_id)) faults.push(`${_id} is the id of two batches`);
    if (active) faults.push(`batch ${_id} has not ended`);
    for (const { orderId, status, purchaseId } of items) {
      const tries = purchases.filter(({ orderId: of, terms }) => of === orderId && terms.batchId === _id);
      const bought = tries.filter(({ state }) => state === 'done').map(({ _id: id }) => id);
      const said = status === 'purchased' ? [purchaseId] : [];
      if (bought.join() !== said.join())
        faults.push(`batch ${_id} says ${status} ${said} for order ${orderId}, but ${bought} was bought`);
    }
  }
  const done = purchases.filter(({ state }) => state === 'done').length;
  if (sum.held !== heldForLost) faults.push(`${sum.held} cents are still held, but all work has ended`);
  const counted = transfers.at(-1)?.after.shipments?.used ?? 0;
  const made = done + countedForLost;
  if (counted !== made) faults.push(`${counted} shipments are counted, but ${made} were made`);
  return faults;
}
