import type { ActivityAuthor } from '@parcelyard/contracts/activity';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';

/**
 * The account and request for which a call is made. Clients add them to every call, so a tool can neither forget nor
 * change them.
 */
export interface Caller {
  /**
   * How the caller is connected. Absent for requests from pages. What the owner buys on a page counts as bought with
   * the access token.
   */
  readonly connectionKind?: ConnectionKind;
  /** The owner's approval that the call uses. If absent, the latest approval of the same purchase counts. */
  readonly approvalId?: string | undefined;
  readonly accountId: number;
  /** The time zone in which the account's days begin; the default time zone when absent. */
  readonly timeZone?: string | undefined;
  /** The id of the request. Error messages show it, and the logs of all services contain it. */
  readonly requestId: string;
  /** The caller's network address; quotas count per network. */
  readonly ip?: string;
  /** Who acts, for the activity log. If absent, an action that must be logged cannot run. */
  readonly author?: ActivityAuthor;
}
