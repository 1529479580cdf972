import type { Cents } from '@parcelyard/money/cents';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { lasts, latestPossible } from '@parcelyard/service-kit/possible-times';
import type { Split } from './spending-limits';

export type ApprovalDecision = 'pending' | 'allowed' | 'denied';

/** A request to the owner to approve one purchase at one amount, and later the owner's answer. */
export interface Approval {
  /** Random, so nobody can guess it. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly kind: ConnectionKind;
  /**
   * Identifies the caller, the orders, the amount and the destination. The approval is valid only for a purchase in
   * which all four are the same.
   */
  readonly subject: string;
  readonly orderIds: readonly number[];
  readonly batch: boolean;
  readonly total: Cents;
  /** Hash of the destination, or of all destinations of a batch. */
  readonly destination?: string | undefined;
  readonly forReturn?: true | undefined;
  readonly split: Split;
  /** The carrier's service that was requested, for display. The owner's answer is valid for any service. */
  readonly method?: string | undefined;
  readonly askAbove: Cents;
  readonly decision: ApprovalDecision;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly decidedAt?: Date | undefined;
}

/**
 * An approval expires an hour after the request. Until then, the owner can answer and the caller can use the answer.
 */
const VALID_MS = 3_600_000;

export const expiryOf = (askedAt: Date): Date => new Date(askedAt.getTime() + VALID_MS);

export const isExpired = ({ expiresAt }: Pick<Approval, 'expiresAt'>, now: Date): boolean =>
  !lasts(expiresAt, now, VALID_MS);

/** Returns the latest expiry that a valid approval can have now. Only a wrong clock can have stored a later expiry. */
export const latestExpiry = (now: Date): Date => latestPossible(now, VALID_MS);

export type ApprovalStatus = ApprovalDecision | 'used' | 'expired';

/** Returns the status. A used approval stays `used`, even when it has expired. */
export function statusOf(approval: Approval, isUsed: boolean, now: Date): ApprovalStatus {
  if (isUsed) return 'used';
  if (approval.decision === 'denied') return 'denied';
  return isExpired(approval, now) ? 'expired' : approval.decision;
}
