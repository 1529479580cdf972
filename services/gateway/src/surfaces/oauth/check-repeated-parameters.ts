import { OAuthError } from './oauth-error';
import type { OAuthParameters } from './oauth-parameters';

/**
 * No parameter may come twice (RFC 6749 §3.1): who reads the first and who reads the last would see two requests.
 * `resource` may (RFC 8707 §2).
 */
export function checkRepeatedParameters(parameters: OAuthParameters, names: readonly string[]): void {
  const repeated = names.find((name) => parameters.all(name).length > 1);
  if (repeated !== undefined) throw new OAuthError('invalid_request', `${repeated} must be sent once.`);
}
