import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Refusal } from '../adapters/mongo/ledger-store';
import {
  overdraws,
  type Position,
  positionAfter,
  post,
  type Transfer,
  type TransferDraft,
} from '../domain/ledger';
import type { AppendPorts, AppendQueue, DraftAfter, LedgerRound, Prepare } from '../ports';
import { KnownLedger } from './known-ledger';
import { createLedgerRound } from './ledger-round';

const MAX_ATTEMPTS = 60;
const MAX_GROUP = 16;

/**
 * Each account has a queue of transfers. Waiting transfers, at most MAX_GROUP, are appended in one command, at
 * consecutive positions. If another process has already used a position, the command stops at this position, and the
 * remaining transfers get new positions. Transfers of one command have different keys and end different holds.
 */
export class AccountAppendQueue implements AppendQueue {
  private readonly queues = new Map<AccountId, Waiting[]>();
  private readonly known: KnownLedger;

  constructor(private readonly ports: AppendPorts) {
    this.known = new KnownLedger(ports.clock);
  }

  append(accountId: AccountId, prepare: Prepare): Promise<Transfer | undefined> {
    const one = new Waiting(prepare);
    const queue = this.queues.get(accountId);
    if (queue) queue.push(one);
    else {
      const begun = [one];
      this.queues.set(accountId, begun);
      void this.drain(accountId, begun);
    }
    return one.outcome;
  }

  private async drain(accountId: AccountId, queue: Waiting[]): Promise<void> {
    let size = MAX_GROUP;
    while (queue.length > 0) {
      const group = queue.splice(0, size);
      try {
        await this.take(accountId, group);
      } catch (error) {
        // The command may have written transfers before it failed, so the remembered position may be wrong.
        this.known.forget(accountId);
        for (const one of group) one.reject(error);
      }
      const left = group.filter(({ isOver }) => !isOver);
      queue.unshift(...left);
      // If transfers are left, the next one is tried alone, because only the first transfer of a group can be refused
      // with certainty.
      size = left.length > 0 ? 1 : MAX_GROUP;
    }
    this.queues.delete(accountId);
  }

  /** Appends the valid transfers of a group. The others stay in the queue. */
  private async take(accountId: AccountId, group: readonly Waiting[]): Promise<void> {
    const { ports, known } = this;
    const began = known.position(accountId);
    const position = began ?? (await ports.ledger.position(accountId));
    if (!began) known.compare(accountId, position);
    const round = createLedgerRound(ports, accountId, known);
    const drafts = await Promise.all(group.map((one) => one.prepared(round)));
    const posted: Posted[] = [];
    let end = position;
    for (const [index, one] of group.entries()) {
      // A refusal is final only for the first transfer of a group, and only when the position was just read from the
      // database. In all other cases the transfer stays in the queue and is checked again.
      const isCertain = posted.length === 0 && began === undefined;
      const transfer = await this.transferAt(accountId, one, { draftAfter: drafts[index], end, isCertain });
      if ((!transfer && !one.isOver) || (transfer && clashes(transfer, posted))) break;
      if (!transfer) continue;
      posted.push({ one, transfer });
      end = positionAfter(transfer);
      // The later transfers of the group were prepared before this recharge added money, so they are prepared again.
      if (transfer.kind === 'recharge') break;
    }
    const [first] = posted;
    if (!first) {
      if (began) known.doubt(accountId, began);
      return;
    }
    const transfers = posted.map(({ transfer }) => transfer);
    const { inserted, refused } = await ports.ledger.insertAll(transfers);
    for (const { one, transfer } of posted.slice(0, inserted)) one.resolve(transfer);
    if (inserted === transfers.length) known.keep(accountId, end, transfers);
    else if (began && inserted === 0) known.doubt(accountId, began);
    else known.forget(accountId);
    if (refused) await this.again(accountId, first, refused);
  }

  /**
   * Returns the transfer for this position. Undefined when the transfer is not allowed at this position, or when its
   * caller already has an answer.
   */
  private async transferAt(
    accountId: AccountId,
    one: Waiting,
    at: { draftAfter: DraftAfter | undefined; end: Position; isCertain: boolean },
  ): Promise<Transfer | undefined> {
    const { draftAfter, end, isCertain } = at;
    try {
      const draft = draftAfter?.(end);
      const fits = draft && !overdraws(draft, end);
      if (!fits && !isCertain) return undefined;
      // The transfer may not fit because an earlier call has already made it, or has made a transfer that excludes it.
      // For example, a release excludes a capture.
      const existing = draft && !fits ? await this.findExisting(accountId, draft) : undefined;
      if (draft && !existing) return post(draft, accountId, end, this.ports.clock.now());
      one.resolve(existing);
    } catch (error) {
      if (isCertain) one.reject(error);
    }
    return undefined;
  }

  /**
   * Continues after the database refused a transfer. If an earlier call has already made the transfer, the caller gets
   * that transfer. If only the position or the approval is already used, the transfer is made again.
   */
  private async again(accountId: AccountId, { one, transfer }: Posted, refused: Refusal): Promise<void> {
    try {
      const existing = refused === 'place' ? undefined : await this.findExisting(accountId, transfer);
      if (existing) return one.resolve(existing);
    } catch (error) {
      return one.reject(error);
    }
    if (refused === 'key') {
      const detail = transfer.key;
      return one.reject(new DomainError('unavailable', 'purchase_not_yours', {}, { detail }));
    }
    one.attempts += 1;
    if (one.attempts < MAX_ATTEMPTS) return this.ports.backoff(one.attempts);
    const detail = `account ${accountId}: no place in the ledger after ${MAX_ATTEMPTS} attempts`;
    one.reject(new DomainError('unavailable', 'balance_busy', {}, { detail }));
  }

  private async findExisting(
    accountId: AccountId,
    { key, kind, resolves }: TransferDraft,
  ): Promise<Transfer | undefined> {
    const { ledger } = this.ports;
    const same = await ledger.find(accountId, key);
    if (same || resolves === undefined) return same;
    const other = await ledger.findResolution(accountId, resolves);
    if (!other || other.kind === kind) return other;
    const as = other.kind === 'capture' ? 'captured' : 'released';
    throw new DomainError('conflict', 'hold_resolved', { as }, { detail: `${key} after ${other.key}` });
  }
}

interface Posted {
  readonly one: Waiting;
  readonly transfer: Transfer;
}

const clashes = ({ key, resolves }: TransferDraft, posted: readonly Posted[]): boolean =>
  posted.some(
    ({ transfer }) => transfer.key === key || (resolves !== undefined && transfer.resolves === resolves),
  );

class Waiting {
  attempts = 0;
  isOver = false;
  readonly outcome: Promise<Transfer | undefined>;
  private settle!: { resolve(transfer: Transfer | undefined): void; reject(error: unknown): void };

  constructor(private readonly prepare: Prepare) {
    this.outcome = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
  }

  async prepared(round: LedgerRound): Promise<DraftAfter | undefined> {
    try {
      return await this.prepare(round);
    } catch (error) {
      this.reject(error);
      return undefined;
    }
  }

  resolve(transfer: Transfer | undefined): void {
    this.isOver = true;
    this.settle.resolve(transfer);
  }

  reject(error: unknown): void {
    this.isOver = true;
    this.settle.reject(error);
  }
}
