import { isObject } from '../request-meta';

/** Whether the client that sent these capabilities can show its user an address. */
export const elicitsUrls = (capabilities: unknown): boolean =>
  isObject(capabilities) && isObject(capabilities.elicitation) && isObject(capabilities.elicitation.url);
