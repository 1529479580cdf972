import type { AuthDefinition } from '@parcelyard/contracts/auth';
import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { CustomersDefinition } from '@parcelyard/contracts/customers';
import type { OrdersDefinition } from '@parcelyard/contracts/orders';
import type { PickupsDefinition } from '@parcelyard/contracts/pickups';
import type { ShippingDefinition } from '@parcelyard/contracts/shipping';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { type AuthClient, createAuthClient } from './auth-client';
import { type BillingClient, createBillingClient } from './billing-client';
import { type BudgetsClient, type BudgetsOptions, createBudgetsClient } from './budgets-client';
import { type CustomersClient, createCustomersClient } from './customers-client';
import { createIdempotencyClient, type IdempotencyClient } from './idempotency-client';
import { createMembersClient, type MembersClient } from './members-client';
import { createOrdersClient, type OrdersClient } from './orders-client';
import { createPickupsClient, type PickupsClient } from './pickups-client';
import { createShippingClient, type ShippingClient } from './shipping-client';
import { createSignInsClient, type SignInsClient } from './sign-ins-client';

/** The channels to the services, over a socket or in this process. */
export interface GatewayChannels {
  readonly auth: RpcClient<typeof AuthDefinition>;
  readonly orders: RpcClient<typeof OrdersDefinition>;
  readonly shipping: RpcClient<typeof ShippingDefinition>;
  readonly pickups: RpcClient<typeof PickupsDefinition>;
  readonly customers: RpcClient<typeof CustomersDefinition>;
  readonly billing: RpcClient<typeof BillingDefinition>;
}

/** What tools may reach. */
export interface ToolClients {
  readonly orders: OrdersClient;
  readonly shipping: ShippingClient;
  readonly pickups: PickupsClient;
  readonly customers: CustomersClient;
  readonly billing: BillingClient;
  readonly budgets: BudgetsClient;
}

export interface GatewayClients extends ToolClients {
  readonly auth: AuthClient;
  readonly idempotency: IdempotencyClient;
  readonly members: MembersClient;
  readonly signIns: SignInsClient;
}

export function createGatewayClients(channels: GatewayChannels, options: BudgetsOptions): GatewayClients {
  return {
    auth: createAuthClient(channels.auth),
    budgets: createBudgetsClient(channels.auth, options),
    idempotency: createIdempotencyClient(channels.auth),
    members: createMembersClient(channels.auth),
    signIns: createSignInsClient(channels.auth),
    orders: createOrdersClient(channels.orders),
    shipping: createShippingClient(channels.shipping),
    pickups: createPickupsClient(channels.pickups),
    customers: createCustomersClient(channels.customers),
    billing: createBillingClient(channels.billing),
  };
}
