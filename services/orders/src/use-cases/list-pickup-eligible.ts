import type { AccountId } from '@parcelyard/service-kit/ids';
import type { OrderStore } from '../ports';

/** More than any driver takes along at once. */
const MOST_ORDERS = 1_000;

/** Printed labels of the carrier that no live pickup collects, oldest first. */
export const listPickupEligible =
  ({ orders }: { orders: OrderStore }) =>
  (accountId: AccountId, carrier: string) =>
    orders.listPickupEligible(accountId, carrier, MOST_ORDERS);
