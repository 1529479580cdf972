import { startServiceProgram } from '@parcelyard/service-kit/start-service-program';
import { createAuthApp } from './app';
import { authVariables } from './config';

await startServiceProgram('auth', authVariables, createAuthApp);
