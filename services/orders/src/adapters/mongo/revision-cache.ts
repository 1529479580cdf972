import { BoundedMap } from '@parcelyard/service-kit/bounded-map';

/**
 * Caches answers. An answer is valid until the account's revision increases, which every change in lists or reports
 * causes.
 */
export interface RevisionCache<Answer> {
  /**
   * Returns the cached answer of this revision, or the result of `load`. All callers get the same object, so it is
   * frozen.
   */
  get(key: string, revision: number, load: () => Promise<Answer>): Promise<Answer>;
}

interface Kept<Answer> {
  revision: number;
  answer: Promise<Answer>;
}

/** @param most how many answers are cached; above that, the least recently used answer is removed */
export function createRevisionCache<Answer extends object>(most: number): RevisionCache<Answer> {
  const answers = new BoundedMap<string, Kept<Answer>>(most);

  const read = (key: string, revision: number, load: () => Promise<Answer>): Kept<Answer> => {
    const begun = { revision, answer: load().then(frozen) };
    begun.answer.catch(() => {
      if (answers.get(key) === begun) answers.delete(key);
    });
    return begun;
  };

  return {
    get: (key, revision, load) => {
      const kept = answers.get(key);
      const current = kept?.revision === revision ? kept : read(key, revision, load);
      answers.set(key, current);
      return current.answer;
    },
  };
}

/** Makes the answer, its lists and their rows read-only. */
function frozen<Answer extends object>(answer: Answer): Answer {
  for (const part of Object.values(answer)) {
    if (!Array.isArray(part)) continue;
    for (const row of part) Object.freeze(row);
    Object.freeze(part);
  }
  return Object.freeze(answer);
}
