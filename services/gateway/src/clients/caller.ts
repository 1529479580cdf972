import type { ActivityAuthor } from '@parcelyard/contracts/activity';

/** On whose behalf a call goes out. Clients put it into every request, so that a tool cannot forget or forge it. */
export interface Caller {
  /** Through what the account's money is spent; absent where nothing is: on pages. */
  readonly spender?: 'token' | 'app';
  /** The owner's word that the call goes by; whichever there is when absent. */
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
