import { instructions } from '../handshake';
import type { SupportedVersions } from './check-request';
import { CACHEABLE } from './results';

/** The results of `server/discover` as JSON. */
export const createDiscovery = (serviceName: string, supported: SupportedVersions) => ({
  token: discovery(instructions(serviceName, 'token'), supported),
  app: discovery(instructions(serviceName, 'app'), supported),
});

function discovery(said: string, supported: SupportedVersions): string {
  const facts = JSON.stringify({
    supportedVersions: supported,
    capabilities: { tools: {} },
    instructions: said,
  });
  return `{${CACHEABLE}${facts.slice(1)}`;
}
