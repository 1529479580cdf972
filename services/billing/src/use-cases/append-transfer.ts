import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { KeyedMutex } from '@parcelyard/service-kit/keyed-mutex';
import { overdraws, type Position, post, type Transfer, type TransferDraft } from '../domain/ledger';
import type { Backoff, Ledger } from '../ports';

export interface AppendDependencies {
  ledger: Ledger;
  clock: Clock;
  backoff: Backoff;
  /** For appending alone, apart from lanes in which appending work waits. */
  appendMutex: KeyedMutex<AccountId>;
}

/** What to append after a position; undefined when it does not allow the transfer. Asked again at every new position. */
export type Draft = (position: Position) => TransferDraft | undefined | Promise<TransferDraft | undefined>;

const MAX_ATTEMPTS = 60;

/**
 * Appends one transfer to an account's ledger, once: a transfer whose key is there already is answered with. What the
 * draft read after it was given its position is still true when the transfer takes the next place, for whatever came
 * between would have taken that place.
 * @throws DomainError conflict when the hold was resolved the other way; unavailable when others always came first
 */
export const appendTransfer =
  ({ ledger, clock, backoff, appendMutex }: AppendDependencies) =>
  (accountId: AccountId, draftAfter: Draft): Promise<Transfer | undefined> =>
    appendMutex.runExclusive(accountId, async () => {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const position = await ledger.position(accountId);
        const draft = await draftAfter(position);
        if (!draft) return undefined;
        if (overdraws(draft, position)) {
          // What it would move has left already, by itself at an earlier call or the other way.
          const there = await alreadyThere(ledger, accountId, draft);
          if (there) return there;
        }
        const transfer = post(draft, accountId, position, clock.now());
        if (await ledger.insert(transfer)) return transfer;
        const there = await alreadyThere(ledger, accountId, draft);
        if (there) return there;
        await backoff(attempt);
      }
      throw DomainError.text('unavailable', 'The balance is very busy right now. Try again in a moment.', {
        detail: `account ${accountId}: no place in the ledger after ${MAX_ATTEMPTS} attempts`,
      });
    });

/** Tells a repeated transfer from a lost race for the place; only unique indexes decided, so this may look afterwards. */
async function alreadyThere(
  ledger: Ledger,
  accountId: AccountId,
  { key, resolves }: TransferDraft,
): Promise<Transfer | undefined> {
  const same = await ledger.find(accountId, key);
  if (same || resolves === undefined) return same;
  const other = await ledger.findResolution(accountId, resolves);
  if (!other) return undefined;
  const ended = other.kind === 'capture' ? 'captured' : 'released';
  throw DomainError.text('conflict', `The held amount of this purchase was ${ended} already.`, {
    detail: `${key} after ${other.key}`,
  });
}
