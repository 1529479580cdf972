import type { DocumentKind } from '../../carriers/carrier-port';
import { isReturn, type Purchase, type PurchasedLabel } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';
import { answerWithin } from '../ask-carrier';
import { orderLabel } from '../purchased-label';
import { CARRIER_CALL_MS, SERVICE_CALL_MS, type Step, type StepOutcome } from './step';

/**
 * Steps 7 to 9: stores files that are there only now, then puts the label on its order and takes the held money side by side: neither
 * can be taken back, both may be repeated, and neither looks at what the other did. Only when both have answered does the
 * purchase rest, with its parcel watched, in one write.
 */
export const attachLabel: Step = async (ports, labelled) => {
  const { purchases } = ports;
  let purchase = await purchases.renewLease(labelled);
  await storeFiles(ports, purchase);

  purchase = await purchases.renewLease(purchase);
  await Promise.all([attach(ports, purchase), capture(ports, purchase)]);
  return finish(ports, purchase);
};

async function attach({ orders, links, failPoint }: PurchasePorts, purchase: Purchase): Promise<void> {
  const { accountId, orderId } = purchase;
  const label = orderLabel(links, purchase);
  const forReturn = isReturn(purchase);
  const attached = { accountId, orderId, label, ...(forReturn && { forReturn }) };
  await orders.attachLabel(attached, { timeoutMs: SERVICE_CALL_MS });
  failPoint('purchase-7-attached');
}

async function capture({ billing, failPoint }: PurchasePorts, purchase: Purchase): Promise<void> {
  const { accountId, id: purchaseId } = purchase;
  const withoutInsurance = purchase.label?.insured === false;
  await billing.capture({ accountId, purchaseId, withoutInsurance }, { timeoutMs: SERVICE_CALL_MS });
  failPoint('purchase-8-captured');
}

/**
 * Before the order sees its label, so that no link ever leads nowhere. What the carrier gives out at any time is kept when
 * it is first asked for.
 */
async function storeFiles({ carriers, files }: PurchasePorts, purchase: Purchase): Promise<void> {
  const { accountId, id, carrierReference: reference, terms } = purchase;
  const carrier = carriers.of(terms);
  if (carrier.documentsAnyTime) return;
  const { trackingNumber, documents } = purchase.label as PurchasedLabel;
  const kinds = documents as readonly DocumentKind[];
  await Promise.all(
    kinds.map(async (kind) => {
      const asked = carrier.document({ accountId, reference, trackingNumber }, kind);
      const file = await answerWithin(CARRIER_CALL_MS, carrier.code, asked);
      if (!file) throw new Error(`${carrier.code} promised a ${kind} file and has none.`);
      await files.put({ accountId, purchaseId: id, kind }, file);
    }),
  );
}

async function finish(
  { purchases, carriers, watch, failPoint }: PurchasePorts,
  purchase: Purchase,
): Promise<StepOutcome> {
  const { boughtAt } = purchase.label as PurchasedLabel;
  const dueAt = carriers.of(purchase.terms).firstScanAt(boughtAt);
  const done = await purchases.move(purchase, 'done', { parcel: { dueAt } });
  failPoint('purchase-9-done');
  watch.begun(dueAt);
  return { purchase: done };
}
