import type { Cents } from '@parcelyard/money/cents';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { lasts } from '@parcelyard/service-kit/possible-times';
import type { Split } from './spending-limits';

export type ApprovalDecision = 'pending' | 'allowed' | 'denied';

/** The owner's approval on one purchase at one amount, or the wait for it. */
export interface Approval {
  /** Unguessable. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly kind: ConnectionKind;
  /** Names caller, orders, amount and destination: an approval is for exactly these. */
  readonly subject: string;
  readonly orderIds: readonly number[];
  readonly batch: boolean;
  readonly total: Cents;
  /** Digest of where the order ships, or all of them. */
  readonly destination?: string | undefined;
  /** For the label of the order's return. */
  readonly forReturn?: true | undefined;
  readonly split: Split;
  /** The carrier's service as it was asked for with; the owner's approval is for orders and amount. */
  readonly method?: string | undefined;
  readonly askAbove: Cents;
  readonly decision: ApprovalDecision;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly decidedAt?: Date | undefined;
}

/** Milliseconds that it may be decided and used in; for as long nothing of the same purchase is asked again. */
const VALID_MS = 3_600_000;

export const expiryOf = (askedAt: Date): Date => new Date(askedAt.getTime() + VALID_MS);

export const isExpired = ({ expiresAt }: Pick<Approval, 'expiresAt'>, now: Date): boolean =>
  !lasts(expiresAt, now, VALID_MS);

export type ApprovalStatus = ApprovalDecision | 'used' | 'expired';

/** Where it stands. An allowed one that was used says so for ever. */
export function statusOf(approval: Approval, isUsed: boolean, now: Date): ApprovalStatus {
  if (isUsed) return 'used';
  if (approval.decision === 'denied') return 'denied';
  return isExpired(approval, now) ? 'expired' : approval.decision;
}
