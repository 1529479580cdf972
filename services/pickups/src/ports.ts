import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { OrdersDefinition } from '@parcelyard/contracts/orders';
import type { ShippingDefinition } from '@parcelyard/contracts/shipping';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { PickupStore } from './adapters/mongo/pickup-store';

export type OrdersPort = Pick<
  RpcClient<OrdersDefinition>,
  'listPickupEligible' | 'assignPickup' | 'releasePickup' | 'getOrderRows' | 'listPickupOrders'
>;
export type ShippingPort = Pick<
  RpcClient<ShippingDefinition>,
  | 'getSettings'
  | 'quotePickup'
  | 'selectSoldBy'
  | 'bookPickup'
  | 'addToCarrierPickup'
  | 'cancelCarrierPickup'
  | 'makeScanForm'
>;
export type BillingPort = Pick<RpcClient<BillingDefinition>, 'getFeatures'>;

export interface PickupsPorts {
  store: PickupStore;
  orders: OrdersPort;
  shipping: ShippingPort;
  billing: BillingPort;
  clock: Clock;
  logger: Logger;
  failPoint: FailPoint;
  /** The product's name, for the refusal when the plan has no pickups. */
  serviceName: string;
}
