import { isSupportedVersion } from '../handshake';
import type { Message } from '../message';
import { MODERN_VERSION, readRequestMeta } from './request-meta';

/**
 * Whether a request is judged by the rules of 2026-07-28: its header says so, or its `_meta` names a version that only
 * clients of that revision and later ones can name. `initialize` without the header stays the older handshake.
 */
export function declaresModern(versionHeader: string | string[] | undefined, message: Message): boolean {
  if (versionHeader === MODERN_VERSION) return true;
  if (message.kind !== 'request' || message.method === 'initialize') return false;
  const { version } = readRequestMeta(message.params);
  return typeof version === 'string' && !isSupportedVersion(version);
}
