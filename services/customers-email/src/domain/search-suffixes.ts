/** How many characters of a suffix are stored. Most searches are shorter, so the index finds few wrong records. */
const MAX_LENGTH = 24;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Returns the suffixes of a text that begin at a word, each within one line. A search text that begins at a word is a
 * prefix of one of these suffixes.
 */
export function searchSuffixes(text: string): string[] {
  const suffixes = text
    .split('\n')
    .flatMap((line) => [...line.matchAll(WORD)].map(({ index }) => cut(line.slice(index))));
  return [...new Set(suffixes)];
}

/** Returns the prefix with which one suffix of each matching text begins. Undefined when the query has no word. */
export function searchPrefix(query: string): string | undefined {
  const start = query.search(WORD);
  return start < 0 ? undefined : cut(query.slice(start));
}

/**
 * Cuts a suffix to its stored length. A character has at most two code units. Without the first cut, a long text would
 * be read once per word.
 */
const cut = (text: string): string =>
  Array.from(text.slice(0, 2 * MAX_LENGTH))
    .slice(0, MAX_LENGTH)
    .join('');
