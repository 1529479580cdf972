import type { Cents } from '@parcelyard/money/cents';
import { believeLabel, CarrierMismatch } from '../../carriers/carrier-mismatch';
import type { BoughtLabel, BuyRequest, Carrier } from '../../carriers/carrier-port';
import { CarrierRefused } from '../../carriers/carrier-refused';
import { CarrierUnavailable } from '../../carriers/carrier-unavailable';
import type { Purchase, PurchasedLabel, PurchaseFailure } from '../../domain/purchase';
import { nextPause, purchaseFailed } from '../../domain/purchase-step';
import type { PurchasePorts } from '../../ports';
import { answerWithin } from '../answer-within';
import { sellRequest } from './sell-request';
import type { Step, StepOutcome } from './step-outcome';
import { CARRIER_CALL_MS, SEND_WITHIN_MS } from './time-limits';

/** Steps 4 to 6: notes that the carrier is asked, asks it, and keeps what it sold. */
export const buyAtCarrier: Step = async (ports, purchase) => {
  const sent = await ports.purchases.move(purchase, 'carrier_sent', { sentAt: ports.clock.now() });
  ports.failPoint('purchase-4-carrier-sent');
  return askToSell(ports, sent);
};

/** For a purchase that is noted as sent. The carrier sells once per reference, however often it is asked. */
export async function askToSell(ports: PurchasePorts, purchase: Purchase): Promise<StepOutcome> {
  const { purchases, carriers, clock, logger } = ports;
  const carrier = carriers.get(purchase.terms.carrier);
  const noted = purchase.sentAt?.getTime() ?? 0;
  if (clock.now().getTime() - noted > SEND_WITHIN_MS)
    throw new Error('It took too long to note that the carrier is asked.');
  const request = sellRequest(purchase, clock.now());
  let bought: BoughtLabel;
  let insured: boolean;
  try {
    const answer = await answerWithin(CARRIER_CALL_MS, carrier.code, carrier.buy(request));
    ports.failPoint('purchase-5-carrier-bought');
    bought = believe(ports, carrier, request, answer);
    insured = await cover(carrier, bought, request.insuredValue);
  } catch (error) {
    const failure = definiteFailure(carrier, error);
    if (failure) return { purchase: await purchases.note(purchase, { failure }) };
    // Whatever else went wrong, the carrier may have sold.
    logger.warn({ purchaseId: purchase.id, carrier: carrier.code, err: error }, 'no answer from the carrier');
    const now = clock.now();
    return { purchase: await purchases.move(purchase, 'unknown'), pauseMs: nextPause(now, now) };
  }
  return keepLabel(ports, purchase, bought, insured);
}

function definiteFailure({ declaration }: Carrier, error: unknown): PurchaseFailure | undefined {
  if (error instanceof CarrierRefused) return { code: 'carrier_refused', message: error.message };
  if (!(error instanceof CarrierUnavailable)) return undefined;
  const reason = `${declaration.name} is not available at the moment. Nothing was charged.`;
  return { code: 'unavailable', message: purchaseFailed(reason) };
}

/** A label that the carrier says it has sold before; it is compared and insured like one that was just bought. */
export async function keepFound(
  ports: PurchasePorts,
  purchase: Purchase,
  found: BoughtLabel,
): Promise<StepOutcome> {
  const carrier = ports.carriers.get(purchase.terms.carrier);
  const request = sellRequest(purchase, ports.clock.now());
  const bought = believe(ports, carrier, request, found);
  return keepLabel(ports, purchase, bought, await cover(carrier, bought, request.insuredValue));
}

/** Anything but the label that was asked for is an incident: it is counted, and the purchase waits for an operator. */
function believe({ mismatched }: PurchasePorts, carrier: Carrier, wanted: BuyRequest, label: BoughtLabel) {
  try {
    return believeLabel(carrier.code, wanted, label);
  } catch (error) {
    if (error instanceof CarrierMismatch) mismatched(error);
    throw error;
  }
}

/** False when the parcel has no cover and will have none: then nothing is charged for it. */
async function cover(carrier: Carrier, bought: BoughtLabel, value: Cents | undefined): Promise<boolean> {
  if (!value || bought.insuredValue >= value) return true;
  return answerWithin(CARRIER_CALL_MS, carrier.code, carrier.insure(bought, value));
}

/** Step 6: from here the purchase only goes forward. */
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
