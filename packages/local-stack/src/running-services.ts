import type { AuthDefinition } from '@parcelyard/contracts/auth';
import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { CustomersDefinition } from '@parcelyard/contracts/customers';
import type { OrdersDefinition } from '@parcelyard/contracts/orders';
import type { ShippingDefinition } from '@parcelyard/contracts/shipping';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { StackFile } from './stack-file';

export interface OperatorClients {
  readonly auth: RpcClient<AuthDefinition>;
  readonly billing: RpcClient<BillingDefinition>;
  readonly customers: RpcClient<CustomersDefinition>;
  readonly orders: RpcClient<OrdersDefinition>;
  readonly shipping: RpcClient<ShippingDefinition>;
}

export interface RunningServices {
  readonly clients: OperatorClients;
  processes(): StackFile['services'];
}
