import type { OAuthClient } from '../client/oauth-client';

/** A request to sign in an app that has passed every check. */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  /** As the app sent it. */
  readonly state: string | undefined;
}
