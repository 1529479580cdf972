import { clientJudge } from '../clients/client-judge';
import { oapiCodegen } from '../clients/oapi-codegen';
import { ogen } from '../clients/ogen';
import { openapiGenerators } from '../clients/openapi-generator';
import { openapiPythonClient } from '../clients/openapi-python-client';
import { typescriptTools } from '../clients/typescript-tools';
import type { Judge } from '../judge';

/** Every tool that generates a client from the published document. */
export const generatedClients: readonly Judge[] = [
  ...openapiGenerators,
  openapiPythonClient,
  oapiCodegen,
  ogen,
  ...typescriptTools,
].map(clientJudge);
