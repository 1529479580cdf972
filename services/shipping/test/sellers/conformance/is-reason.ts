/** What a sentence says that speaks of the adapter or its double, and not of the seller. */
const UNFINISHED =
  /\b(yet|todo|tbd|fixme|placeholder|to be (written|done|arranged)|not (written|implemented|arranged|tested|supported))\b/i;

/**
 * Whether a sentence may stand in `cannot`: it says in three words or more why a situation cannot happen at the seller,
 * not that somebody has still to write or arrange something.
 */
export const isReason = (sentence: string): boolean =>
  sentence.trim().split(/\s+/).length >= 3 && !UNFINISHED.test(sentence);
