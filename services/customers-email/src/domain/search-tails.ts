/** Signs of a tail that are kept: more than most searches have, so that few records must be looked at in vain. */
const LENGTH = 24;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * A text from the beginning of each of its words on, none across its lines: what stands in it from a word's beginning on
 * is how one of these begins.
 */
export function searchTails(text: string): string[] {
  const tails = text
    .split('\n')
    .flatMap((line) => [...line.matchAll(WORD)].map(({ index }) => cut(line.slice(index))));
  return [...new Set(tails)];
}

/** How a tail begins that every text has in which the query stands; undefined when the query has no word. */
export function tailBeginning(query: string): string | undefined {
  const start = query.search(WORD);
  return start < 0 ? undefined : cut(query.slice(start));
}

/** A sign has at most two units: no more of a long text is looked at, or every word would cost the whole rest. */
const cut = (text: string): string =>
  Array.from(text.slice(0, 2 * LENGTH))
    .slice(0, LENGTH)
    .join('');
