declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** The id of an account. It is the shard key of every collection. */
export type AccountId = Branded<number, 'AccountId'>;
export type OrderId = Branded<number, 'OrderId'>;
export type PickupId = Branded<number, 'PickupId'>;
/**
 * `pur_<order>_<generation>_<random>`: the idempotency key of all steps of a purchase. After a database restore, a new
 * purchase of the order may get the generation of a lost purchase. The random part distinguishes the two.
 */
export type PurchaseId = Branded<string, 'PurchaseId'>;

export const accountId = (value: number): AccountId => value as AccountId;
export const orderId = (value: number): OrderId => value as OrderId;
export const pickupId = (value: number): PickupId => value as PickupId;
export const purchaseId = (order: number, generation: number, random: string): PurchaseId =>
  `pur_${order}_${generation}_${random}` as PurchaseId;
