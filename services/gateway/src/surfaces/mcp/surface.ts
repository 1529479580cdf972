import { setTimeout } from 'node:timers/promises';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Registry } from 'prom-client';
import type { GatewayClients } from '../../clients/gateway-clients';
import type { Tool } from '../../tools/tool';
import { clientIp } from '../http/client-ip';
import type { RequestHandler } from '../http/drainable-server';
import type { HeaderList } from '../http/security-headers';
import { createHandshake, PROTOCOL_VERSIONS } from './handshake';
import { createOwnerApprovals } from './modern/approval/owner-approvals';
import { createRequestStates } from './modern/approval/request-state';
import { createUiResources } from './modern/apps/ui-resources';
import { viewOfTool } from './modern/apps/views';
import type { SupportedVersions } from './modern/check-request';
import { createDiscovery } from './modern/discovery';
import { createModernProtocol, type Offer } from './modern/modern-protocol';
import { MODERN_VERSION } from './modern/request-meta';
import { CACHEABLE } from './modern/results';
import { createOrigins } from './origins';
import { createProtocol } from './protocol';
import { createReaderCheck } from './reader-check';
import { createRefusals } from './refusals';
import { createReply } from './reply';
import { createToolLists } from './tool-list';
import { createToolMetrics } from './tool-metrics';
import { createToolRunner } from './tool-runner';
import { createMcpTransport } from './transport';

interface Dependencies {
  baseUrl: string;
  config: {
    readonly SERVICE_NAME: string;
    readonly ALLOWED_ORIGINS: readonly string[];
    readonly MCP_APPS: 'on' | 'off';
    readonly TRUST_PROXY_HOPS: number;
    readonly REQUEST_STATE_KEYS?: KeyRing | undefined;
  };
  headers: HeaderList;
  catalogue: readonly Tool[];
  clients: GatewayClients;
  clock: Clock;
  logger: Logger;
  registry: Registry;
  /** Returns the full URL of a path on this service. */
  absolute(path: string): string;
  /** Returns whether this process will stop soon. */
  isDraining(): boolean;
}

export function createMcpSurface(dependencies: Dependencies): RequestHandler {
  const { baseUrl, config, headers, catalogue, clients, clock, logger, registry, absolute } = dependencies;
  const runTool = createToolRunner({
    activity: clients.activity,
    clients,
    clock,
    logger,
    metrics: createToolMetrics(
      registry,
      catalogue.map(({ name }) => name),
    ),
    serviceName: config.SERVICE_NAME,
    absolute,
  });
  const supported = [MODERN_VERSION, ...PROTOCOL_VERSIONS];
  return createMcpTransport({
    authorizer: clients.authorizer,
    protocol: createProtocol({
      handshake: createHandshake(config.SERVICE_NAME),
      toolLists: createToolLists(catalogue, ''),
      runTool,
    }),
    modern: createModernProtocol({
      offer: {
        discovery: createDiscovery(config.SERVICE_NAME, supported),
        toolLists: createToolLists(catalogue, CACHEABLE),
      },
      offerWithApps: config.MCP_APPS === 'on' ? offerWithApps(dependencies, supported) : undefined,
      supported,
      runTool,
      ownerApprovals: ownerApprovalsOf(dependencies),
    }),
    origins: createOrigins(baseUrl, config.ALLOWED_ORIGINS),
    refusals: createRefusals(baseUrl, PROTOCOL_VERSIONS),
    reply: createReply(headers),
    onlyReads: createReaderCheck(catalogue),
    ipOf: (request) => clientIp(request, config.TRUST_PROXY_HOPS),
    logger,
  });
}

const offerWithApps = (
  { config, catalogue, baseUrl }: Dependencies,
  supported: SupportedVersions,
): Offer => ({
  discovery: createDiscovery(config.SERVICE_NAME, supported, true),
  toolLists: createToolLists(catalogue, CACHEABLE, viewOfTool),
  resources: { token: createUiResources('token', baseUrl), app: createUiResources('app', baseUrl) },
});

function ownerApprovalsOf({ config, clients, clock, logger, absolute, isDraining }: Dependencies) {
  const { REQUEST_STATE_KEYS: keys } = config;
  if (!keys) return undefined;
  return createOwnerApprovals({
    billing: clients.billing,
    states: createRequestStates(keys),
    clock,
    logger,
    absolute,
    isDraining,
    sleep: (ms) => setTimeout(ms),
  });
}
