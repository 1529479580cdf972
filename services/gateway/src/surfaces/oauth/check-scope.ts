import { OAuthError } from './oauth-error';
import type { OAuthParameters } from './oauth-parameters';

export const SCOPE = 'mcp:full';

/** There is one scope, and it is always granted. */
export function checkScope(parameters: OAuthParameters): void {
  const wanted = (parameters.get('scope') ?? SCOPE).split(' ');
  if (wanted.some((scope) => scope !== SCOPE)) {
    throw new OAuthError('invalid_scope', `The only scope is ${SCOPE}.`);
  }
}
