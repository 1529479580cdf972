import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { OrdersDefinition } from '@parcelyard/contracts/orders';
import type { ShippingDefinition } from '@parcelyard/contracts/shipping';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { AccountId, PickupId } from '@parcelyard/service-kit/ids';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { CalendarDate } from './domain/calendar-date';
import type { Pickup, PickupState } from './domain/pickup';

export type OrdersPort = Pick<
  RpcClient<OrdersDefinition>,
  'listPickupEligible' | 'assignPickup' | 'releasePickup' | 'getOrderRows' | 'listPickupOrders'
>;
export type ShippingPort = Pick<
  RpcClient<ShippingDefinition>,
  'getSettings' | 'quotePickup' | 'bookPickup' | 'addToCarrierPickup' | 'cancelCarrierPickup'
>;
export type BillingPort = Pick<RpcClient<BillingDefinition>, 'getEntitlements'>;

/** A pickup together with the fence that its next change must still find: whoever takes it over raises the fence. */
export type HeldPickup = Pickup & { readonly fence: number; readonly ending?: 'failed' | 'error' };

export type PickupChanges = Partial<
  Pick<Pickup, 'orderIds' | 'askedIds' | 'addingIds' | 'window' | 'confirmationNumber' | 'canceledAt'>
> & {
  /** When the worker looks at the pickup unless somebody finished with it before; absent: never. */
  dueAt?: Date;
  /** For `releasing`: what the pickup becomes once its orders are free. */
  ending?: 'failed' | 'error';
};

export interface PickupStore {
  nextId(): Promise<PickupId>;
  /**
   * Inserts it, unless another pickup of its account, carrier and date is live: then undefined. `dueAt` as in the
   * changes.
   */
  claim(pickup: Pickup, dueAt: Date): Promise<HeldPickup | undefined>;
  find(account: AccountId, id: PickupId): Promise<Pickup | undefined>;
  /** With the fence that it has now. */
  findLive(account: AccountId, carrier: string, date: CalendarDate): Promise<HeldPickup | undefined>;
  /** Newest first, only those that have a visible status. */
  list(
    account: AccountId,
    page: number,
    pageSize: number,
  ): Promise<{ pickups: readonly Pickup[]; total: number }>;
  /** Takes the pickup out of `from` for the caller alone; undefined when it is not in that state, or at that fence. */
  take(
    pickup: { accountId: AccountId; pickupId: PickupId; fence?: number },
    from: PickupState,
    to: PickupState,
    changes: PickupChanges,
  ): Promise<HeldPickup | undefined>;
  /** @throws DomainError conflict when somebody else moved or took the pickup over */
  move(held: HeldPickup, to: PickupState, changes: PickupChanges): Promise<HeldPickup>;
  /** Leaves the state and looks again later. A pickup that somebody else took over is left alone. */
  defer(held: HeldPickup, dueAt: Date | undefined): Promise<void>;
  /** Lets the worker look at a scheduled pickup now. */
  refreshNow(account: AccountId, id: PickupId, now: Date): Promise<void>;
  /** Notes that the driver came, if the pickup is still scheduled. */
  markPickedUp(account: AccountId, id: PickupId): Promise<void>;
}

export interface PickupsPorts {
  store: PickupStore;
  orders: OrdersPort;
  shipping: ShippingPort;
  billing: BillingPort;
  clock: Clock;
  logger: Logger;
  failPoint: FailPoint;
  /** Stands in the plan's refusal. */
  serviceName: string;
}
