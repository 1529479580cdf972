/**
 * How many characters of each suffix are stored. If a searched text is longer, the index compares only its first
 * characters, so the index may find records that do not match. Few searches are that long.
 */
const MAX_LENGTH = 24;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Returns the rest of each line from the beginning of each word. For `Ada Lovelace`, returns `Ada Lovelace` and
 * `Lovelace`. A search finds the suffixes that begin with the searched text.
 */
export function searchSuffixes(text: string): string[] {
  const suffixes = text
    .split('\n')
    .flatMap((line) => [...line.matchAll(WORD)].map(({ index }) => cut(line.slice(index))));
  return [...new Set(suffixes)];
}

/**
 * Returns the text that the search looks for at the beginning of the stored suffixes. Every record that matches the
 * query has a suffix that begins with this text. Undefined when the query has no word.
 */
export function searchPrefix(query: string): string | undefined {
  const start = query.search(WORD);
  return start < 0 ? undefined : cut(query.slice(start));
}

/**
 * Cuts a suffix to its stored length. The first `slice` only shortens a long text before it is split into characters.
 * Twice the stored length is enough for this, because a character has at most two code units.
 */
const cut = (text: string): string =>
  Array.from(text.slice(0, 2 * MAX_LENGTH))
    .slice(0, MAX_LENGTH)
    .join('');
