import type { Failure } from '@parcelyard/contracts/common';
import type { Cents } from '@parcelyard/money/cents';
import { failure } from '@parcelyard/service-kit/failure';
import {
  type FrozenOrder,
  type HeldPurchase,
  isReturn,
  type Purchase,
  type PurchasedLabel,
} from '../../domain/purchase';
import { CARRIER_BUSY, nextPause } from '../../domain/purchase-step';
import type { PurchasePorts } from '../../ports';
import { CarrierBusy, CarrierRefused, CarrierUnavailable, PRICE_RAISED } from '../../sellers/carrier-errors';
import { CarrierMismatch, requireRequestedLabel } from '../../sellers/carrier-mismatch';
import type { BoughtLabel, BuyRequest, Carrier } from '../../sellers/carrier-port';
import { answerWithin } from '../ask-carrier';
import { CARRIER_CALL_MS, SEND_WITHIN_MS, type StepOutcome } from './step';

/** Stores the order's data and the fee before the seller is asked. */
export async function noteSent(
  ports: PurchasePorts,
  purchase: Purchase,
  held: HeldPurchase,
): Promise<Purchase> {
  const sentAt = ports.clock.now();
  const sent = await ports.purchases.move(purchase, 'carrier_sent', { ...held, sentAt });
  ports.failPoint('purchase-4-carrier-sent');
  return sent;
}

/**
 * Buys the label from the seller. If the request is sent again, the seller still sells one label, because the reference
 * is the same.
 */
export async function buyAtCarrier(ports: PurchasePorts, purchase: Purchase): Promise<StepOutcome> {
  const { purchases, carriers, clock, logger } = ports;
  const carrier = carriers.of(purchase.terms);
  const noted = purchase.sentAt?.getTime() ?? 0;
  if (clock.now().getTime() - noted > SEND_WITHIN_MS)
    throw new Error('The carrier is not called, because saving the state carrier_sent took too long.');
  const request = purchaseRequest(purchase, clock.now());
  let bought: BoughtLabel;
  let insured: boolean;
  try {
    const answer = await answerWithin(CARRIER_CALL_MS, carrier.code, carrier.buy(request));
    ports.failPoint('purchase-5-carrier-bought');
    bought = checkedLabel(ports, carrier, request, answer);
    insured = await cover(carrier, bought, request.insuredValue);
  } catch (error) {
    const definite = definiteFailure(carrier, error);
    if (definite) return { purchase: await purchases.note(purchase, { failure: definite }) };
    // After an error that is no refusal, the seller may have sold the label.
    logger.warn({ purchaseId: purchase.id, carrier: carrier.code, err: error }, 'no answer from the carrier');
    const now = clock.now();
    return { purchase: await purchases.move(purchase, 'unknown'), pauseMs: nextPause(now, now) };
  }
  return keepLabel(ports, purchase, bought, insured);
}

function definiteFailure({ declaration }: Carrier, error: unknown): Failure | undefined {
  const carrier = declaration.name;
  if (error instanceof CarrierRefused) {
    return error.code === PRICE_RAISED
      ? failure('carrier_refused', 'carrier_price_raised', { carrier })
      : failure('carrier_refused', 'carrier_refused', { words: error.message });
  }
  if (error instanceof CarrierBusy) return failure('unavailable', CARRIER_BUSY, { carrier });
  if (!(error instanceof CarrierUnavailable)) return undefined;
  return failure('unavailable', 'purchase_carrier_unavailable', { carrier });
}

/**
 * Closes the purchase's reference at the carrier, so that no label can be sold under it any more. If the carrier was
 * never asked to sell, nothing needs to be closed.
 * @returns the label if one was sold
 */
export async function closeAtCarrier(
  { carriers }: PurchasePorts,
  { accountId, sentAt, terms, carrierReference: reference }: Purchase,
): Promise<BoughtLabel | undefined> {
  if (!sentAt) return undefined;
  const carrier = carriers.of(terms);
  return answerWithin(CARRIER_CALL_MS, carrier.code, carrier.close({ accountId, reference }));
}

/** Saves a label that was found at the carrier. The label is checked and insured like a label that was just bought. */
export async function keepFound(
  ports: PurchasePorts,
  purchase: Purchase,
  found: BoughtLabel,
): Promise<StepOutcome> {
  const carrier = ports.carriers.of(purchase.terms);
  const request = purchaseRequest(purchase, ports.clock.now());
  const bought = checkedLabel(ports, carrier, request, found);
  return keepLabel(ports, purchase, bought, await cover(carrier, bought, request.insuredValue));
}

/**
 * Returns the label if it is the right one. A wrong label is counted, and the purchase waits, because an operator must
 * find out why the carrier returned it.
 */
function checkedLabel(
  { mismatched }: PurchasePorts,
  carrier: Carrier,
  request: BuyRequest,
  label: BoughtLabel,
) {
  try {
    return requireRequestedLabel(carrier.code, request, label);
  } catch (error) {
    if (error instanceof CarrierMismatch) mismatched(error, carrier.seller);
    throw error;
  }
}

/** Insures the parcel. Returns false when that is impossible; then insurance is not charged. */
async function cover(carrier: Carrier, bought: BoughtLabel, value: Cents | undefined): Promise<boolean> {
  if (!value || bought.insuredValue >= value) return true;
  return answerWithin(CARRIER_CALL_MS, carrier.code, carrier.insure(bought, value));
}

/** Saves the label. From here on, the purchase can only be completed. */
async function keepLabel(
  ports: PurchasePorts,
  purchase: Purchase,
  bought: BoughtLabel,
  insured: boolean,
): Promise<StepOutcome> {
  const label: PurchasedLabel = {
    trackingNumber: bought.trackingNumber,
    boughtAt: bought.boughtAt,
    documents: [...bought.documents],
    ...(insured ? {} : { insured: false as const }),
  };
  const labelled = await ports.purchases.move(purchase, 'labelled', { label });
  ports.failPoint('purchase-6-labelled');
  return { purchase: labelled };
}

/** Returns the request to the carrier. Every attempt of a purchase sends the same request. */
function purchaseRequest(purchase: Purchase, now: Date): BuyRequest {
  const { accountId, carrierReference, terms } = purchase;
  const { shipTo, references, items } = purchase.order as FrozenOrder;
  return {
    accountId,
    reference: carrierReference,
    from: terms.shipFrom,
    to: shipTo,
    parcel: terms.parcel,
    options: terms.options,
    shipDate: now,
    orderReferences: references,
    serviceLevel: terms.serviceLevel,
    price: terms.postage,
    insuredValue: terms.insuredValue,
    printSetting: terms.printSetting,
    items,
    itn: terms.itn,
    ...(isReturn(purchase) && { isReturn: true as const }),
    ...(terms.ownAccount && { ownAccount: terms.ownAccount }),
  };
}
