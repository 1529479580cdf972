import { instructions } from '../handshake';
import type { SupportedVersions } from './check-request';
import { CACHEABLE } from './results';

/** The results of `server/discover` as JSON. */
export const createDiscovery = (serviceName: string, supported: SupportedVersions) => ({
  'access token': discovery(instructions(serviceName, 'access token'), supported),
  oauth: discovery(instructions(serviceName, 'oauth'), supported),
});

function discovery(said: string, supported: SupportedVersions): string {
  const facts = JSON.stringify({
    supportedVersions: supported,
    capabilities: { tools: {} },
    instructions: said,
  });
  return `{${CACHEABLE}${facts.slice(1)}`;
}
