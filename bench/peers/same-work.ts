import { randomBytes } from 'node:crypto';
import { createAuthApp } from '@parcelyard/auth/app';
import { authVariables } from '@parcelyard/auth/config';
import { AuthorizeOutcome, Surface } from '@parcelyard/contracts/auth';
import type { CustomersDefinition } from '@parcelyard/contracts/customers';
import { createInProcessBus } from '@parcelyard/events/in-process-bus';
import { createOrdersApp } from '@parcelyard/orders/app';
import { ordersVariables } from '@parcelyard/orders/config';
import { systemClock } from '@parcelyard/service-kit/clock';
import { loadConfig } from '@parcelyard/service-kit/config';
import { createLogger } from '@parcelyard/service-kit/logger';
import { connectMongo } from '@parcelyard/service-kit/mongo/connect-mongo';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { createLocalClient } from '@parcelyard/service-kit/rpc/local-client';
import { createMemoryIdKeeper } from '@parcelyard/testing/memory-id-keeper';

const aKeyRing = () => `peer:${randomBytes(32).toString('base64url')}`;

export interface SameWork {
  /**
   * Returns the account of the token in the header, and counts the request in the token's rate window. Undefined when
   * the token is not valid.
   */
  authorize(header: string): Promise<number | undefined>;
  listOrders(accountId: number): Promise<object>;
  getOrder(accountId: number, orderId: number): Promise<object>;
}

/**
 * Creates the product's token check and reads in this process. Only the server around them is another one than in the
 * product.
 */
export async function createSameWork(mongoUri: string): Promise<SameWork> {
  const clock = systemClock;
  const logger = createLogger('peer', 'silent');
  const auth = await createAuthApp({
    // This program compares only hashes of tokens, which need no key. It seals and opens nothing, so random keys are
    // sufficient.
    config: loadConfig(authVariables, {
      MONGODB_URI: mongoUri,
      TOKEN_KEYS: aKeyRing(),
      BILLING_ADDRESS: 'not-used',
    }),
    mongo: await connectMongo({ uri: mongoUri, database: 'parcelyard_auth' }),
    clock,
    logger,
    clients: { billing: createMemoryIdKeeper() },
  });
  const orders = await createOrdersApp({
    config: loadConfig(ordersVariables, {
      MONGODB_URI: mongoUri,
      CUSTOMERS_EMAIL_ADDRESS: 'not-used',
      BILLING_ADDRESS: 'not-used',
      PLATFORM_KEYS: aKeyRing(),
      WEBHOOK_KEYS: aKeyRing(),
    }),
    mongo: await connectMongo({ uri: mongoUri, database: 'parcelyard_orders' }),
    bus: createInProcessBus({ logger }),
    clock,
    logger,
    failPoint: () => undefined,
    clients: { customers: {} as RpcClient<typeof CustomersDefinition>, billing: createMemoryIdKeeper() },
  });
  const authClient = createLocalClient(auth.definition, auth.handlers);
  const ordersClient = createLocalClient(orders.definition, orders.handlers);
  return {
    authorize: async (header) => {
      const token = header.replace(/^Bearer /, '');
      const { authorizations } = await authClient.authorize({ items: [{ token, surface: Surface.MCP }] });
      const [granted] = authorizations;
      return granted?.outcome === AuthorizeOutcome.GRANTED ? granted.accountId : undefined;
    },
    listOrders: (accountId) =>
      ordersClient.listOrders({ accountId, status: '', page: { page: 1, pageSize: 25 } }),
    getOrder: (accountId, orderId) => ordersClient.getOrder({ accountId, orderId }),
  };
}
