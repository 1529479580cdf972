declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** The shard key of every collection. */
export type AccountId = Branded<number, 'AccountId'>;
export type OrderId = Branded<number, 'OrderId'>;
export type PickupId = Branded<number, 'PickupId'>;
/** `pur_<order>_<generation>`: the idempotency key of everything a purchase does. */
export type PurchaseId = Branded<string, 'PurchaseId'>;

export const accountId = (value: number): AccountId => value as AccountId;
export const orderId = (value: number): OrderId => value as OrderId;
export const pickupId = (value: number): PickupId => value as PickupId;
export const purchaseId = (order: number, generation: number): PurchaseId =>
  `pur_${order}_${generation}` as PurchaseId;
