import type { ActivityAuthor } from '@parcelyard/contracts/activity';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';

/** On whose behalf a call goes out. Clients put it into every request, so that a tool cannot forget or forge it. */
export interface Caller {
  /** How the caller is connected; absent where no money is spent: on pages. */
  readonly connectionKind?: ConnectionKind;
  /** The owner's approval that the call goes by; absent: whichever there is. */
  readonly approvalId?: string | undefined;
  readonly accountId: number;
  /** In which the account's days are reckoned; absent: the default. */
  readonly timeZone?: string | undefined;
  /** The reference that failures show to the caller and that logs of every service carry. */
  readonly requestId: string;
  /** Address that the request came from; what is counted by network is counted for it. */
  readonly ip?: string;
  /** Who makes the call, as the activity log names them; without it nothing that is logged can be done. */
  readonly author?: ActivityAuthor;
}
