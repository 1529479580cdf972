import type { ActivityAuthor } from '@parcelyard/contracts/activity';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';

/**
 * The account and request that a call is made for. Clients add it to every request, so no tool can forget or forge it.
 */
export interface Caller {
  /** How the caller is connected; absent on pages, which spend no money. */
  readonly connectionKind?: ConnectionKind;
  /** The owner's approval that the call uses; absent: any that fits. */
  readonly approvalId?: string | undefined;
  readonly accountId: number;
  /** Time zone of the account's days; absent: the default. */
  readonly timeZone?: string | undefined;
  /** Reference that failures show to the caller and that the logs of all services contain. */
  readonly requestId: string;
  /** Address that the request came from; network quotas count it. */
  readonly ip?: string;
  /** The author in the activity log; without it no logged action can run. */
  readonly author?: ActivityAuthor;
}
