import { BoundedMap } from '@parcelyard/service-kit/bounded-map';

/** Caches answers, each for one revision of its account's counters. The channel encodes a cached answer once. */
export interface RevisionCache<Answer> {
  /**
   * Returns the answer for this revision: the cached answer, or the result of `load`. All callers share the answer, so
   * it is frozen.
   */
  get(key: string, revision: number, load: () => Promise<Answer>): Promise<Answer>;
}

interface Kept<Answer> {
  revision: number;
  answer: Promise<Answer>;
}

/** @param most maximum number of cached answers; when it is exceeded, the least recently used answer is removed */
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

/** Freezes the answer, its lists and their rows. */
function frozen<Answer extends object>(answer: Answer): Answer {
  for (const part of Object.values(answer)) {
    if (!Array.isArray(part)) continue;
    for (const row of part) Object.freeze(row);
    Object.freeze(part);
  }
  return Object.freeze(answer);
}
