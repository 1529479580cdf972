import { cents } from '@parcelyard/money/cents';
import { destinationDigest } from '@parcelyard/service-kit/destination-digest';
import type { Purchase } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';
import { answerWithin } from '../ask-carrier';
import { requestHold } from './hold-money';
import { freezeOrder } from './lock-order';
import { CARRIER_CALL_MS } from './step';

/**
 * In the state `created`, a purchase has normally sent no request to its carrier. But after a restore of a backup, the
 * carrier may already have sold the label. Then the purchase continues as if the request was just sent.
 */
export async function continueIfSold(ports: PurchasePorts, purchase: Purchase): Promise<Purchase> {
  const { purchases, carriers, orders, clock, logger } = ports;
  const { accountId, orderId, id: purchaseId, terms, carrierReference } = purchase;
  if (purchase.state !== 'created' || !carriers.has(terms)) return purchase;
  const carrier = carriers.of(terms);
  const asked = carrier.findByReference(accountId, carrierReference);
  if (!(await answerWithin(CARRIER_CALL_MS, carrier.code, asked))) return purchase;
  logger.error(
    { purchaseId, orderId },
    'a carrier sold a label that shipping does not have: was the shipping database restored?',
  );
  const order = freezeOrder(await orders.getOrder({ accountId, orderId }), terms.returnTo);
  const { feeCents } = await requestHold(ports, purchase, destinationDigest(order.shipTo), true);
  return purchases.move(purchase, 'carrier_sent', { order, fee: cents(feeCents), sentAt: clock.now() });
}
