import type { AccountId } from '@parcelyard/service-kit/ids';
import type { OAuthGrant } from '../../domain/oauth-grant';

/**
 * All that one app has to one account: its codes that wait and its connections. They stand in one document because a
 * replay revokes every one of them, and what is revoked together must be one write: the document is deleted. A code is
 * redeemed in place, so that the redemption and the replay that revokes it meet at the same document, too.
 */
export interface ConnectedAppDocument {
  /** `<account>:<app>` */
  _id: string;
  v: 1;
  accountId: AccountId;
  clientId: string;
  name: string;
  host: string;
  connectedAt: Date;
  /** When the last of it has expired. */
  endsAt: Date;
  grants: OAuthGrant[];
}
