import type { ActivityAuthor } from '@parcelyard/contracts/activity';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';

/**
 * The account and request for which a call is made. Clients add these to every request, so no tool can forget or forge
 * them.
 */
export interface Caller {
  /** How the caller is connected. Absent on pages, where no money is spent. */
  readonly connectionKind?: ConnectionKind;
  /** The owner's approval that the call uses. If absent, any matching approval is used. */
  readonly approvalId?: string | undefined;
  readonly accountId: number;
  /** Time zone in which the account's days are counted; absent: the default. */
  readonly timeZone?: string | undefined;
  /** The reference that error messages show to the caller. The logs of all services contain it. */
  readonly requestId: string;
  /** The caller's network address; quotas count per network. */
  readonly ip?: string;
  /** The author of the action in the activity log. Without an author, an action that must be logged cannot run. */
  readonly author?: ActivityAuthor;
}
