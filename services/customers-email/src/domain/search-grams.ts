const LENGTH = 3;

/**
 * Every three signs that stand together in a text, each once, none across its lines. A text holds another one only if it
 * holds all of that one's, so an index over them finds what a search must look at.
 */
export function searchGrams(text: string): string[] {
  const grams = new Set<string>();
  for (const line of text.split('\n')) {
    for (let at = 0; at + LENGTH <= line.length; at += 1) grams.add(line.slice(at, at + LENGTH));
  }
  return [...grams];
}

/** The one to look a search up by; undefined for one so short that it fits a good part of any address book. */
export const gramOf = (query: string): string | undefined => searchGrams(query)[0];
