import { startServiceProgram } from '@parcelyard/service-kit/start-service-program';
import { createBillingApp } from './app';
import { billingVariables } from './config';

await startServiceProgram('billing', billingVariables, createBillingApp);
