import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { askAgainAt, blocksCharges, type Decline } from '../domain/decline';
import type { BillingPorts } from '../ports';

type DeclinePorts = Pick<BillingPorts, 'declines' | 'clock'>;

/** Returns the last decline of the payment method if it still prevents a charge. */
export async function blockingDecline(
  { declines, clock }: DeclinePorts,
  accountId: AccountId,
  paymentMethod: string,
): Promise<Decline | undefined> {
  const last = await declines.find(accountId, paymentMethod);
  return blocksCharges(last, clock.now()) ? last : undefined;
}

/**
 * Refuses a charge soon after a decline, because banks and card networks count the attempts on a card.
 * @throws DomainError payment_required while the payment method may not be charged
 */
export async function refuseWhileDeclined(
  ports: DeclinePorts,
  accountId: AccountId,
  paymentMethod: string,
): Promise<void> {
  const blocking = await blockingDecline(ports, accountId, paymentMethod);
  if (blocking) throw declined(blocking.words, blocking);
}

/**
 * @param blocking the bank's decline. Absent when the request did not reach the bank. The card may then be charged
 * again at once.
 */
export function declined(words: string, blocking: Decline | undefined): DomainError {
  const until = blocking && askAgainAt(blocking);
  return new DomainError('payment_required', 'payment_declined', {
    words,
    next: blocking ? (until ? 'wait' : 'change_card') : '',
    askAgainAt: until ? clockTime(until) : '',
  });
}

/**
 * Returns the time of day, rounded up to a full minute, so that a caller who tries again at the displayed time is not
 * too early.
 */
export const clockTime = (until: Date): string =>
  `${new Date(until.getTime() + 59_999).toISOString().slice(11, 16)} UTC`;
