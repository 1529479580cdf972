import { BillingDefinition } from '@parcelyard/contracts/billing';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { startServiceProgram } from '@parcelyard/service-kit/start-service-program';
import { createAuthApp } from './app';
import { authVariables } from './config';

await startServiceProgram('auth', authVariables, async (context) => {
  const { config, connect, openDatabase } = context;
  const uris = config.MONGODB_FURTHER_URIS;
  const databases = uris.length === 0 ? [context.mongo] : [config.MONGODB_URI, ...uris].map(openDatabase);
  const [mongo, ...further] = (await Promise.all(databases)) as [MongoConnection, ...MongoConnection[]];
  const clients = { billing: connect('billing', BillingDefinition, config.BILLING_ADDRESS) };
  return createAuthApp({ ...context, mongo, further, clients });
});
