import type { AuthClient } from '../../../clients/gateway-clients';
import { OAuthError } from '../oauth-error';

/** Every request counts, whatever becomes of it. @throws OAuthError slow_down */
export async function checkRate(auth: AuthClient, requestId: string, ip: string): Promise<void> {
  const { allowed } = await auth.countTokenRequest({ requestId }, { ip });
  if (allowed) return;
  throw new OAuthError('slow_down', 'More than 30 token requests in a minute. Try again in the next minute.');
}
