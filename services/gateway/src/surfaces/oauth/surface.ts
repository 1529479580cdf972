import type { Egress } from '@parcelyard/egress/create-egress';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Middleware } from 'koa';
import type { GatewayClients } from '../../clients/gateway-clients';
import type { Route } from '../web/routing/route';
import { authorizeRoutes } from './authorize/authorize-routes';
import { createMetadataDocuments } from './client/metadata-documents';
import { createOAuthClients, type OAuthClientSettings } from './client/oauth-clients';
import { metadataDocuments } from './metadata';
import { tokenEndpoint } from './token/token-endpoint';

interface Dependencies {
  readonly baseUrl: string;
  readonly config: OAuthClientSettings & { readonly SERVICE_NAME: string };
  readonly clients: Pick<GatewayClients, 'auth' | 'quotas' | 'activity'>;
  readonly egress: Egress;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface OAuthSurface {
  /** The documents that describe this server. */
  readonly metadata: Middleware;
  readonly token: Middleware;
  /** Routes for the web application, which checks the session and protects the forms. */
  readonly routes: readonly Route[];
}

/** Creates the OAuth 2.1 authorization server. @see [MCP-A11] */
export function createOAuthSurface(dependencies: Dependencies): OAuthSurface {
  const { baseUrl, config, clients, egress, clock, logger } = dependencies;
  const { auth, activity } = clients;
  const apps = createOAuthClients(config, createMetadataDocuments({ egress, clock, quotas: clients.quotas }));
  return {
    metadata: metadataDocuments(baseUrl),
    token: tokenEndpoint({ baseUrl, clients: apps, auth, logger }),
    routes: authorizeRoutes({ baseUrl, serviceName: config.SERVICE_NAME, clients: apps, auth, activity }),
  };
}
