import type { Batch } from './batch';

/** Milliseconds after its confirm in which a batch is still begun and cut-short labels are tried again. */
const PATIENCE_MS = 600_000;

export const isGivenUp = ({ createdAt }: Pick<Batch, 'createdAt'>, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > PATIENCE_MS;
