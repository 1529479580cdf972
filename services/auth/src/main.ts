import { BillingDefinition } from '@parcelyard/contracts/billing';
import { startServiceProgram } from '@parcelyard/service-kit/start-service-program';
import { createAuthApp } from './app';
import { authVariables } from './config';

await startServiceProgram('auth', authVariables, (context) => {
  const { config, connect } = context;
  const clients = { billing: connect('billing', BillingDefinition, config.BILLING_ADDRESS) };
  return createAuthApp({ ...context, clients });
});
