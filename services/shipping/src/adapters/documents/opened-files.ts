import type { Clock } from '@parcelyard/service-kit/clock';
import type { LabelFileId, OpenedFile, OpenedFiles } from '../../ports';

/** A merged PDF of 500 labels may have tens of megabytes. */
const MOST_FILES = 3;
const KEPT_MS = 120_000;

/** In memory of this replica; another one merges the same labels into the same bytes. */
export function createOpenedFiles(clock: Clock): OpenedFiles {
  const kept = new Map<string, { file: OpenedFile; until: number }>();
  const tidy = () => {
    const now = clock.now().getTime();
    for (const [key, { until }] of kept) if (until < now || kept.size > MOST_FILES) kept.delete(key);
  };
  return {
    keep: (id, file) => {
      const key = keyOf(id, file.etag);
      // Anew at its end: the first ones go first.
      kept.delete(key);
      kept.set(key, { file, until: clock.now().getTime() + KEPT_MS });
      tidy();
    },
    find: (id, etag) => {
      tidy();
      return kept.get(keyOf(id, etag))?.file;
    },
  };
}

const keyOf = ({ accountId, purchaseId, kind }: LabelFileId, etag: string) =>
  JSON.stringify([accountId, purchaseId, kind, etag]);
