import type { Cents } from '@parcelyard/money/cents';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { lasts, latestPossible } from '@parcelyard/service-kit/possible-times';
import type { Split } from './spending-limits';

export type ApprovalDecision = 'pending' | 'allowed' | 'denied';

/** A request for the owner's approval of one purchase at one amount, later with the owner's answer. */
export interface Approval {
  /** Random, so nobody can guess it. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly kind: ConnectionKind;
  /** Identifies caller, orders, amount and destination. The approval is valid only if all of these are the same. */
  readonly subject: string;
  readonly orderIds: readonly number[];
  readonly batch: boolean;
  readonly total: Cents;
  /** Digest of the destination, or of all destinations of a batch. */
  readonly destination?: string | undefined;
  /** True for a return label of the order. */
  readonly forReturn?: true | undefined;
  readonly split: Split;
  /** The requested carrier service, for display. The approval does not depend on it. */
  readonly method?: string | undefined;
  readonly askAbove: Cents;
  readonly decision: ApprovalDecision;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly decidedAt?: Date | undefined;
}

/**
 * Milliseconds in which an approval may be decided and used. During this time, the owner is asked only once about a
 * purchase.
 */
const VALID_MS = 3_600_000;

export const expiryOf = (askedAt: Date): Date => new Date(askedAt.getTime() + VALID_MS);

export const isExpired = ({ expiresAt }: Pick<Approval, 'expiresAt'>, now: Date): boolean =>
  !lasts(expiresAt, now, VALID_MS);

/** Returns the latest time at which a valid approval can expire. */
export const latestExpiry = (now: Date): Date => latestPossible(now, VALID_MS);

export type ApprovalStatus = ApprovalDecision | 'used' | 'expired';

/** Returns the current status. A used approval stays `used`. */
export function statusOf(approval: Approval, isUsed: boolean, now: Date): ApprovalStatus {
  if (isUsed) return 'used';
  if (approval.decision === 'denied') return 'denied';
  return isExpired(approval, now) ? 'expired' : approval.decision;
}
