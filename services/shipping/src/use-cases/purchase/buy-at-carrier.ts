import type { BoughtLabel } from '../../carriers/carrier-port';
import { CarrierRefused } from '../../carriers/carrier-refused';
import type { Purchase, PurchasedLabel } from '../../domain/purchase';
import { nextPause } from '../../domain/purchase-step';
import type { PurchasePorts } from '../../ports';
import { answerWithin } from '../answer-within';
import { sellRequest } from './sell-request';
import type { Step, StepOutcome } from './step-outcome';
import { CARRIER_CALL_MS } from './time-limits';

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
  let bought: BoughtLabel;
  try {
    bought = await answerWithin(
      CARRIER_CALL_MS,
      carrier.code,
      carrier.buy(sellRequest(purchase, clock.now())),
    );
  } catch (error) {
    if (error instanceof CarrierRefused) {
      const failure = { code: 'carrier_refused', message: error.message } as const;
      return { purchase: await purchases.note(purchase, { failure }) };
    }
    // Whatever else went wrong, the carrier may have sold.
    logger.warn({ purchaseId: purchase.id, carrier: carrier.code, err: error }, 'no answer from the carrier');
    const now = clock.now();
    return { purchase: await purchases.move(purchase, 'unknown'), pauseMs: nextPause(now, now) };
  }
  ports.failPoint('purchase-5-carrier-bought');
  return keepLabel(ports, purchase, bought);
}

/** Step 6: from here the purchase only goes forward. */
export async function keepLabel(
  ports: PurchasePorts,
  purchase: Purchase,
  bought: BoughtLabel,
): Promise<StepOutcome> {
  const label: PurchasedLabel = {
    trackingNumber: bought.trackingNumber,
    boughtAt: bought.boughtAt,
    documents: [...bought.documents],
  };
  const labelled = await ports.purchases.move(purchase, 'labelled', { label });
  ports.failPoint('purchase-6-labelled');
  return { purchase: labelled };
}
