import { isSupportedVersion } from '../handshake';
import type { Message } from '../message';
import { MODERN_VERSION, readRequestMeta } from './request-meta';

/**
 * Returns whether the rules of version 2026-07-28 apply. They apply when the header names this version, or when `_meta`
 * names a version that is not one of the older ones. `initialize` without the header belongs to the older versions.
 */
export function declaresModern(versionHeader: string | string[] | undefined, message: Message): boolean {
  if (versionHeader === MODERN_VERSION) return true;
  if (message.kind !== 'request' || message.method === 'initialize') return false;
  const { version } = readRequestMeta(message.params);
  return typeof version === 'string' && !isSupportedVersion(version);
}
