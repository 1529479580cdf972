import type { Egress } from '@parcelyard/egress/create-egress';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Middleware } from 'koa';
import type { SignInsClient } from '../../clients/sign-ins-client';
import { createMetadataDocuments } from './client/metadata-documents';
import { createOAuthClients, type OAuthClientSettings } from './client/oauth-clients';
import { metadataDocuments } from './metadata';
import { tokenEndpoint } from './token/token-endpoint';

interface Dependencies {
  readonly baseUrl: string;
  readonly config: OAuthClientSettings;
  readonly clients: { readonly signIns: SignInsClient };
  readonly egress: Egress;
  readonly clock: Clock;
  readonly logger: Logger;
  newRequestId(): string;
}

/** The OAuth 2.1 authorization server. @see specification, "OAuth 2.1 sign-in" */
export function createOAuthSurface(dependencies: Dependencies): readonly Middleware[] {
  const { baseUrl, config, clients, egress, clock, logger, newRequestId } = dependencies;
  const { signIns } = clients;
  const apps = createOAuthClients(config, createMetadataDocuments({ egress, clock }));
  return [
    metadataDocuments(baseUrl),
    tokenEndpoint({ baseUrl, clients: apps, signIns, logger, newRequestId }),
  ];
}
