/**
 * Matches sentences that say that our own work is unfinished. Such a sentence is no reason, because it says nothing
 * about the seller.
 */
const UNFINISHED =
  /\b(yet|todo|tbd|fixme|placeholder|to be (written|done|arranged)|not (written|implemented|arranged|tested|supported))\b/i;

/**
 * Returns whether a sentence is a good reason in `cannot`: at least three words that say why the seller can never have
 * the situation. It must not say that something is not written yet.
 */
export const isReason = (sentence: string): boolean =>
  sentence.trim().split(/\s+/).length >= 3 && !UNFINISHED.test(sentence);
