import { ZERO } from '@parcelyard/money/cents';
import type { BuyRequest } from '../../carriers/carrier-port';
import { unlistedGoods } from '../../domain/customs/customs-item';
import type { FrozenOrder, Purchase } from '../../domain/purchase';

/** What a carrier is asked to sell; the same for every try of one purchase. */
export function sellRequest(purchase: Purchase, now: Date): BuyRequest {
  const { accountId, carrierReference, terms } = purchase;
  const { shipTo, references, items } = purchase.order as FrozenOrder;
  // Purchases of before orders without lines brought one for all their goods.
  const goods = items.length > 0 ? items : [unlistedGoods(terms.insuredValue ?? ZERO)];
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
    items: goods,
    itn: terms.itn,
  };
}
