import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import {
  type AllowanceDraft,
  type AllowanceEntry,
  type AllowancePosition,
  inMonth,
} from '../domain/allowance';
import { billingMonth } from '../domain/billing-month';
import type { Allowance, Backoff } from '../ports';

export interface AllowanceDependencies {
  allowance: Allowance;
  clock: Clock;
  backoff: Backoff;
}

const MAX_ATTEMPTS = 60;

/**
 * Appends one entry to an account's allowance, once: an entry whose id is there already is answered with. What the draft
 * read after it was given its position is still true when the entry takes the next place.
 * @throws DomainError unavailable when others always came first
 */
export const appendAllowanceEntry =
  ({ allowance, clock, backoff }: AllowanceDependencies) =>
  async (
    accountId: AccountId,
    id: string,
    draftAfter: (position: AllowancePosition, now: Date) => Promise<AllowanceDraft>,
  ): Promise<AllowanceEntry> => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const last = await allowance.position(accountId);
      // Looked for after the position was read: what counts in it is found, and not counted against itself.
      const present = await allowance.find(accountId, id);
      if (present) return present;
      const now = clock.now();
      const position = inMonth(last, billingMonth(now).key);
      const { month, seq } = position;
      const draft = await draftAfter(position, now);
      const entry: AllowanceEntry = { ...draft, accountId, month, seq: seq + 1, at: now };
      if (await allowance.insert(entry)) return entry;
      await backoff(attempt);
    }
    throw DomainError.text('unavailable', 'The account is very busy right now. Try again in a moment.', {
      detail: `account ${accountId}: no place in the allowance after ${MAX_ATTEMPTS} attempts`,
    });
  };
