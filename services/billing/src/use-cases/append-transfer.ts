import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { overdraws, type Position, post, type Transfer, type TransferDraft } from '../domain/ledger';
import type { BillingPorts } from '../ports';

export type AppendPorts = Pick<BillingPorts, 'ledger' | 'clock' | 'backoff' | 'appendMutex'>;

/** What to append after a position; undefined when the position does not allow it. Called again for each new position. */
export type Draft = (position: Position) => TransferDraft | undefined | Promise<TransferDraft | undefined>;

const MAX_ATTEMPTS = 60;

/**
 * Appends one transfer to an account's ledger, once: when its key exists already, the answer is that transfer. Whatever
 * the draft reads after it got its position is still true when the transfer takes the next place, because any transfer
 * in between would have taken that place.
 * @throws DomainError conflict when the hold was resolved the other way; unavailable when other transfers always came
 * first
 */
export function appendTransfer(
  { ledger, clock, backoff, appendMutex }: AppendPorts,
  accountId: AccountId,
  draftAfter: Draft,
): Promise<Transfer | undefined> {
  return appendMutex.runExclusive(accountId, async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const position = await ledger.position(accountId);
      const draft = await draftAfter(position);
      if (!draft) return undefined;
      if (overdraws(draft, position)) {
        // The money that it would move has left already: by an earlier call of its own, or the other way.
        const existing = await findExisting(ledger, accountId, draft);
        if (existing) return existing;
      }
      const transfer = post(draft, accountId, position, clock.now());
      if (await ledger.insert(transfer)) return transfer;
      const existing = await findExisting(ledger, accountId, draft);
      if (existing) return existing;
      await backoff(attempt);
    }
    const detail = `account ${accountId}: no place in the ledger after ${MAX_ATTEMPTS} attempts`;
    throw new DomainError('unavailable', 'balance_busy', {}, { detail });
  });
}

/** Tells a repeated transfer from a lost race for the place. Only the unique indexes decide; this looks afterwards. */
async function findExisting(
  ledger: BillingPorts['ledger'],
  accountId: AccountId,
  { key, resolves }: TransferDraft,
): Promise<Transfer | undefined> {
  const same = await ledger.find(accountId, key);
  if (same || resolves === undefined) return same;
  const other = await ledger.findResolution(accountId, resolves);
  if (!other) return undefined;
  const as = other.kind === 'capture' ? 'captured' : 'released';
  throw new DomainError('conflict', 'hold_resolved', { as }, { detail: `${key} after ${other.key}` });
}
