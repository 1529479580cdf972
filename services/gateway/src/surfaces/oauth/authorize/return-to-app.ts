import type { OAuthError } from '../oauth-error';
import type { ReturnAddress } from './read-authorization-request';

/**
 * The address that brings a code, or an error, to the app. What the redirect URI says itself stays as it is; `iss` lets
 * the app see which server answers (RFC 9207), `state` goes back unchanged.
 */
export function returnToApp(
  { redirectUri, state }: ReturnAddress,
  issuer: string,
  answer: { readonly code: string } | OAuthError,
): string {
  const parameters = new URLSearchParams(
    answer instanceof Error
      ? { error: answer.code, error_description: answer.description }
      : { code: answer.code },
  );
  if (state !== undefined) parameters.set('state', state);
  parameters.set('iss', issuer);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`;
}
