import type { SignInsClient } from '../../../clients/sign-ins-client';
import { OAuthError } from '../oauth-error';

/** Every request counts, whatever becomes of it. @throws OAuthError slow_down */
export async function checkRate(signIns: SignInsClient, requestId: string, ip: string): Promise<void> {
  if (await signIns.countTokenRequest(requestId, ip)) return;
  throw new OAuthError('slow_down', 'More than 30 token requests in a minute. Try again in the next minute.');
}
