import type { AccountId } from '@parcelyard/service-kit/ids';
import { checkNewOrder, type NewOrderInput } from '../domain/new-order';
import { type CreatedOrder, type PlacingDependencies, placeOrder } from './place-order';

/**
 * Creates one order, ready to ship (specification: create_order). A live order with the same external id is returned
 * instead.
 */
export const createOrder =
  (dependencies: PlacingDependencies) =>
  async (accountId: AccountId, input: NewOrderInput): Promise<CreatedOrder> =>
    placeOrder(dependencies, accountId, checkNewOrder(input));
