import { instructions } from '../handshake';
import type { SupportedVersions } from './check-request';
import { cacheable } from './results';

/** The result of `server/discover` as JSON: the same for every caller. */
export function createDiscovery(serviceName: string, supported: SupportedVersions): string {
  const facts = JSON.stringify({
    supportedVersions: supported,
    capabilities: { tools: {} },
    instructions: instructions(serviceName),
  });
  return `{${cacheable('public')}${facts.slice(1)}`;
}
