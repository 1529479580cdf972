import { type DueDocument, dueIndex } from '@parcelyard/events/leased-collection';
import type { OutboxDocument } from '@parcelyard/events/outbox-entry';
import { outboxIndex } from '@parcelyard/events/start-outbox-relay';
import type { IndexDescription } from 'mongodb';
import type { Batch } from '../../domain/batch/batch';

export const BATCHES = 'batches';

export interface BatchDocument extends DueDocument, OutboxDocument, Omit<Batch, 'id'> {
  accountId: number;
  fence: number;
  _id: number;
  v: 1;
  /** True until the batch ends. */
  active: boolean;
}

/** `one_active` is what lets an account have one batch at a time. */
export const batchIndexes: readonly IndexDescription[] = [
  {
    key: { accountId: 1 },
    unique: true,
    partialFilterExpression: { active: true },
    name: 'one_active',
  },
  { key: { accountId: 1, _id: -1 }, name: 'latest' },
  dueIndex,
  outboxIndex,
];

export function toBatch({
  _id,
  v,
  active,
  outbox,
  dueAt,
  leaseUntil,
  dueFailures,
  ...rest
}: BatchDocument): Batch {
  return { id: _id, ...rest };
}
