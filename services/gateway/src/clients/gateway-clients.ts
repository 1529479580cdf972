import { AuthDefinition } from '@parcelyard/contracts/auth';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { CustomersDefinition } from '@parcelyard/contracts/customers';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { PickupsDefinition } from '@parcelyard/contracts/pickups';
import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { type ActivityLog, createActivityLog } from './activity-log';
import { type Authorizer, createAuthorizer } from './authorizer';
import { createQuotasClient, type QuotasClient, type QuotasOptions } from './quotas-client';
import { createServiceClient, type ServiceClient } from './service-client';
import { TIMEOUTS_MS } from './timeouts';

const DEFINITIONS = {
  auth: AuthDefinition,
  orders: OrdersDefinition,
  shipping: ShippingDefinition,
  pickups: PickupsDefinition,
  customers: CustomersDefinition,
  billing: BillingDefinition,
};
type Definitions = typeof DEFINITIONS;

/** The channels to the services, over sockets or inside this process. */
export type GatewayChannels = { readonly [S in keyof Definitions]: RpcClient<Definitions[S]> };

type ServiceClients = { readonly [S in keyof Definitions]: ServiceClient<Definitions[S]> };

export type AuthClient = ServiceClients['auth'];
export type OrdersClient = ServiceClients['orders'];
export type ShippingClient = ServiceClients['shipping'];
export type CustomersClient = ServiceClients['customers'];
export type BillingClient = ServiceClients['billing'];

export interface ToolClients extends Omit<ServiceClients, 'auth'> {
  readonly quotas: QuotasClient;
}

export interface GatewayClients extends ServiceClients, ToolClients {
  readonly authorizer: Authorizer;
  /**
   * Writes actions to the owner's activity log. The surfaces write the entries, not the tools, so no tool can run
   * without its entry.
   */
  readonly activity: ActivityLog;
}

interface Options extends QuotasOptions {
  /** Called for every request that is refused because too many requests are waiting. */
  readonly onBusy?: () => void;
  readonly logger: Logger;
}

export function createGatewayClients(channels: GatewayChannels, options: Options): GatewayClients {
  const services = Object.entries(DEFINITIONS).map(([name, definition]) => {
    const service = name as keyof Definitions;
    const channel = channels[service] as RpcClient<typeof definition>;
    return [service, createServiceClient(definition, channel, TIMEOUTS_MS[service])] as const;
  });
  return {
    authorizer: createAuthorizer(channels.auth, { clock: options.clock, onBusy: options.onBusy }),
    quotas: createQuotasClient(channels.auth, options),
    activity: createActivityLog(channels.auth, options.logger),
    ...(Object.fromEntries(services) as unknown as ServiceClients),
  };
}
