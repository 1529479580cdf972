import { instructions } from '../handshake';
import { APPS_EXTENSION, VIEW_MEDIA_TYPE } from './apps/declares-apps';
import type { SupportedVersions } from './check-request';
import { CACHEABLE } from './results';

const TOOLS = { tools: {} };
const WITH_APPS = {
  ...TOOLS,
  resources: {},
  extensions: { [APPS_EXTENSION]: { mimeTypes: [VIEW_MEDIA_TYPE] } },
};

export const createDiscovery = (serviceName: string, supported: SupportedVersions, withApps = false) => ({
  token: discovery(instructions(serviceName, 'token'), supported, withApps),
  app: discovery(instructions(serviceName, 'app'), supported, withApps),
});

function discovery(text: string, supported: SupportedVersions, withApps: boolean): string {
  const facts = JSON.stringify({
    supportedVersions: supported,
    capabilities: withApps ? WITH_APPS : TOOLS,
    instructions: text,
  });
  return `{${CACHEABLE}${facts.slice(1)}`;
}
