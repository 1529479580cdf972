import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { OrderStore } from '../ports';

const MOST_PICKUPS = 50;

/** The orders under each pickup now, by pickup. @throws DomainError `invalid_argument` for more than 50 */
export const listPickupOrders =
  ({ orders }: { orders: OrderStore }) =>
  async (accountId: AccountId, pickupIds: readonly number[]): Promise<ReadonlyMap<number, number[]>> => {
    if (pickupIds.length > MOST_PICKUPS) {
      throw DomainError.text('invalid_argument', `pickup_ids must be ${MOST_PICKUPS} at most.`, {
        field: 'pickup_ids',
      });
    }
    return orders.listIdsOfPickups(accountId, pickupIds);
  };
