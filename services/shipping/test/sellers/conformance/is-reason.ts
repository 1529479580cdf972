/**
 * Matches sentences that say that our own work is unfinished. Such a sentence is no reason, because it says nothing
 * about the seller.
 */
const UNFINISHED =
  /\b(yet|todo|tbd|fixme|placeholder|to be (written|done|arranged)|not (written|implemented|arranged|tested|supported))\b/i;

/**
 * Returns whether a sentence is accepted in `cannot`, which says why a situation cannot arise with a seller. The
 * sentence needs at least three words and must not say that something is not written yet.
 */
export const isReason = (sentence: string): boolean =>
  sentence.trim().split(/\s+/).length >= 3 && !UNFINISHED.test(sentence);
