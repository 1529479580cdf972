/** Matches sentences about the adapter or its double instead of the seller. */
const UNFINISHED =
  /\b(yet|todo|tbd|fixme|placeholder|to be (written|done|arranged)|not (written|implemented|arranged|tested|supported))\b/i;

/**
 * Returns whether a sentence is a valid reason in `cannot`. It must have at least three words and say why a situation
 * cannot happen at the seller. It must not say that something still has to be written or arranged.
 */
export const isReason = (sentence: string): boolean =>
  sentence.trim().split(/\s+/).length >= 3 && !UNFINISHED.test(sentence);
